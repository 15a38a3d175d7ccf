import { gunzipSync } from "node:zlib";
import type { Context } from "hono";

/** Answers with JSON that is kept in gzip, unpacked for the few who do not take it so. */
export function sendPacked(context: Context, packed: Uint8Array): Response {
  const takesGzip = /\bgzip\b/.test(context.req.header("accept-encoding") ?? "");
  context.header("content-type", "application/json; charset=utf-8");
  if (takesGzip) context.header("content-encoding", "gzip");
  return context.body(new Uint8Array(takesGzip ? packed : gunzipSync(packed)));
}
