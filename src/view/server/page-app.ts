import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { streamSSE, type SSEStreamingApi } from "hono/streaming";
import { type AccessOptions, onlyOwner } from "./access.js";
import { caseDetail } from "./case-detail.js";
import type { LiveFeed, Told } from "./live-feed.js";
import type { LivePage } from "./live-page.js";
import { FileRefused } from "./plain-file.js";
import { workerLog } from "./worker-log.js";

export interface PageAppOptions extends AccessOptions {
  /** The campaign's folder, links followed. */
  readonly folder: string;
  readonly page: LivePage;
  readonly feed: LiveFeed;
  /** Told of what went wrong while answering. */
  readonly onError: (error: Error) => void;
}

const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 500;

/** What a browser may ask of a live page; all of it is read-only. */
export function pageApp(options: PageAppOptions): Hono {
  const { feed, folder, page, onError } = options;
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders(page))) context.header(name, value);
  });
  app.use(onlyOwner(options));
  app.get("/", (context) => context.html(page.html));
  app.get("/api/overview", async (context) => {
    const whole = await feed.whole();
    const takesGzip = /\bgzip\b/.test(context.req.header("accept-encoding") ?? "");
    context.header("content-type", "application/json; charset=utf-8");
    if (takesGzip) context.header("content-encoding", "gzip");
    return context.body(new Uint8Array(takesGzip ? whole : gunzipSync(whole)));
  });
  app.get("/api/events", (context) => {
    const told = toldBefore(context.req.header("last-event-id"), context.req.query());
    if (told === null) return context.text("`from` and Last-Event-ID are numbers of records.\n", 400);
    return streamSSE(context, (stream) => sendNews(stream, feed, told));
  });
  app.get("/api/case/:key", async (context) => {
    const detail = caseDetail(await feed.campaign(), context.req.param("key"));
    return detail ? context.json(detail) : context.text("No planned case has this key.\n", 404);
  });
  app.get("/api/log/:worker", async (context) => {
    const { fold } = (await feed.campaign()).follower;
    const log = await workerLog(fold, folder, context.req.param("worker"));
    return log === null ? context.text("The campaign has had no worker of this name.\n", 404) : context.text(log);
  });
  app.notFound((context) => context.text("There is nothing here.\n", 404));
  app.onError((error, context) => {
    if (error instanceof FileRefused || "code" in error) return context.text("This cannot be read.\n", 404);
    onError(error);
    return context.text("A mistake in Assay itself; the terminal has the details.\n", 500);
  });
  return app;
}

/** What a page has: after a break up to which event, else what its address says of the picture that it began with. */
function toldBefore(lastEvent: string | undefined, query: Readonly<Record<string, string>>): Told | null {
  const n = recordNumber(lastEvent ?? query["from"]);
  if (n === null) return null;
  const revisions = /^\d{1,15}(?:\.\d{1,15}){0,31}$/
    .exec(query["revisions"] ?? "")?.[0]
    .split(".")
    .map(Number);
  return { n, revisions: lastEvent === undefined ? (revisions ?? []) : [] };
}

/** A record's number from a query or header: digits alone; nothing given: the beginning. */
function recordNumber(text: string | undefined): number | null {
  if (text === undefined || text === "") return 0;
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Sends what is new, one message after the other: a page that reads slowly gets fewer, and larger ones. */
async function sendNews(stream: SSEStreamingApi, feed: LiveFeed, from: Told): Promise<void> {
  await feed.campaign();
  let told = from;
  let quietSince = Date.now();
  await stream.write(`retry: ${RECONNECT_MS}\n\n`);
  while (!stream.aborted && !stream.closed) {
    const news = feed.newsFor(told);
    if (news?.kind === "reload") {
      await stream.writeSSE({ event: "reload", data: "" });
      return;
    }
    if (news) {
      told = news.told;
      await stream.writeSSE({ event: "change", data: news.json, id: String(told.n) });
      quietSince = Date.now();
      continue;
    }
    // Says that it is still there, and finds out whether the page is.
    if (Date.now() - quietSince >= HEARTBEAT_MS) {
      await stream.write(": still here\n\n");
      quietSince = Date.now();
    }
    await feed.wait(HEARTBEAT_MS);
  }
}

function securityHeaders({ contentSecurityPolicy }: LivePage): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
  };
}
