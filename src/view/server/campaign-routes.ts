import type { Hono } from "hono";
import { streamSSE, type SSEStreamingApi } from "hono/streaming";
import { caseDetail } from "./case-detail.js";
import type { LiveFeed, Told } from "./live-feed.js";
import { sendPacked } from "./packed-answer.js";
import { workerLog } from "./worker-log.js";

const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 500;

/** What a browser may ask of a campaign's page. @param folder the campaign's, links followed */
export function addCampaignRoutes(app: Hono, feed: LiveFeed, folder: string): void {
  app.get("/api/overview", async (context) => sendPacked(context, await feed.whole()));
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
