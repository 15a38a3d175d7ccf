import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/** Who may ask: what knows the token, and comes from this machine's own page. */
export interface AccessOptions {
  readonly token: string;
  /** Tells the cookies of several pages of one host apart. */
  readonly cookieName: string;
}

/** Names of this machine that nobody else can hold. The port may be another one, behind a tunnel. */
const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses other hosts' names (DNS rebinding), requests that another site's page makes, and whoever lacks the token. The
 * token comes in the address once; then a cookie stands for it, which no other site's request carries.
 */
export function onlyOwner(options: AccessOptions): MiddlewareHandler {
  return async (context, next) => {
    const refusal = foreign(context) ?? unknown(context, options);
    if (refusal) return refusal;
    await next();
  };
}

function foreign(context: Context): Response | null {
  const host = context.req.header("host") ?? "";
  if (!ownHost.test(host) || new URL(context.req.url).host !== host.toLowerCase()) {
    return context.text("This page answers to 127.0.0.1 and localhost only.\n", 421);
  }
  const origin = context.req.header("origin");
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return context.text("This request comes from another site.\n", 403);
  }
  return isFromElsewhere(context) ? context.text("This request comes from another site.\n", 403) : null;
}

/** A link on another site may lead here, with the token in it; nothing else of another site's may. */
function isFromElsewhere(context: Context): boolean {
  const site = context.req.header("sec-fetch-site") ?? "none";
  if (site === "same-origin" || site === "none") return false;
  const isLink =
    context.req.header("sec-fetch-mode") === "navigate" && context.req.header("sec-fetch-dest") === "document";
  return !(isLink && context.req.query("token") !== undefined);
}

function unknown(context: Context, { token, cookieName }: AccessOptions): Response | null {
  const given = context.req.query("token");
  if (given !== undefined) {
    if (!isSame(given, token)) return refuse(context);
    setCookie(context, cookieName, token, { httpOnly: true, sameSite: "Strict", path: "/" });
    return null;
  }
  const bearer = /^Bearer (.+)$/.exec(context.req.header("authorization") ?? "")?.[1];
  const known = bearer ?? getCookie(context, cookieName);
  return known !== undefined && isSame(known, token) ? null : refuse(context);
}

function refuse(context: Context): Response {
  return context.text("Open the address that `assay serve` printed: it has the token that this page asks for.\n", 401);
}

/** Takes the same time whatever is wrong; hashes have one length. */
function isSame(given: string, token: string): boolean {
  const [left, right] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
