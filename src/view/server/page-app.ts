import { Hono } from "hono";
import { type AccessOptions, onlyOwner } from "./access.js";
import type { LivePage } from "./live-page.js";
import { FileRefused } from "./plain-file.js";

export interface PageAppOptions extends AccessOptions {
  readonly page: LivePage;
  /** Adds what the page asks for. */
  readonly addRoutes: (app: Hono) => void;
  /** Told of what went wrong while answering. */
  readonly onError: (error: Error) => void;
}

/** What a browser may ask of a live page; all of it is read-only. */
export function pageApp(options: PageAppOptions): Hono {
  const { addRoutes, page, onError } = options;
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders(page))) context.header(name, value);
  });
  app.use(onlyOwner(options));
  app.get("/", (context) => context.html(page.html));
  addRoutes(app);
  app.notFound((context) => context.text("There is nothing here.\n", 404));
  app.onError((error, context) => {
    if (error instanceof FileRefused || "code" in error) return context.text("This cannot be read.\n", 404);
    onError(error);
    return context.text("A mistake in Assay itself; the terminal has the details.\n", 500);
  });
  return app;
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
