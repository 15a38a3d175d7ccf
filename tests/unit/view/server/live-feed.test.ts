import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { readCampaign } from "../../../../src/campaign/campaign-reading.js";
import type { NewRecord } from "../../../../src/ledger/journal-record.js";
import { writeSnapshot } from "../../../../src/ledger/snapshot.js";
import { LiveFeed, type Told } from "../../../../src/view/server/live-feed.js";
import type { LiveChange, LiveOverview } from "../../../../src/view/server/messages.js";
import { journalOf, wholeHistory } from "../../../fixtures/whole-history.js";

const ATTEMPTS = 80;
/** Makes each point's line so long that the journal is read in several parts. */
const WARM_UPS = Array<number>(25_000).fill(1_000_000);
const WAIT_MS = 200;

const opened: LiveFeed[] = [];
afterEach(() => {
  for (const feed of opened.splice(0)) feed.close();
});

function lengthened(record: NewRecord): NewRecord {
  if (record.kind !== "point") return record;
  const text = JSON.stringify(record.body).replace('"warmupNs":[]', `"warmupNs":${JSON.stringify(WARM_UPS)}`);
  return { ...record, body: JSON.parse(text) as NewRecord["body"] };
}

function feedOf(journal: string): LiveFeed {
  const feed = new LiveFeed({ directory: "campaign", folder: dirname(journal), journal });
  opened.push(feed);
  return feed;
}

async function wholeOf(feed: LiveFeed): Promise<LiveOverview> {
  return JSON.parse(gunzipSync(await feed.whole()).toString("utf8")) as LiveOverview;
}

/** The states that a page is told of, from its first picture until `isLast`. */
async function followed(feed: LiveFeed, isLast: (live: LiveChange["live"]) => boolean): Promise<LiveChange["live"][]> {
  const first = await wholeOf(feed);
  const states = [first.live];
  let told: Told = { n: first.live.n, revisions: first.revisions };
  while (!isLast(states.at(-1) ?? first.live)) {
    const news = feed.newsFor(told);
    if (news?.kind === "reload") throw new Error("the page was told to begin again");
    if (news) {
      told = news.told;
      states.push((JSON.parse(news.json) as LiveChange).live);
    } else await feed.wait(WAIT_MS);
  }
  return states;
}

test("a page of a large journal comes while it is being read, says so, and ends as one that waited", async () => {
  const journal = await journalOf(wholeHistory(ATTEMPTS), lengthened);
  const feed = feedOf(journal);
  const states = await followed(feed, ({ readShare }) => readShare === 1);
  expect(states.length).toBeGreaterThanOrEqual(3);
  for (const { run, readShare } of states.slice(0, -1)) {
    expect(run).toBe("reading");
    expect(readShare).toBeLessThan(1);
  }
  expect(states.map(({ readShare }) => readShare)).toEqual(
    states.map(({ readShare }) => readShare).toSorted((one, other) => one - other),
  );
  expect(states.at(-1)?.run).toBe("killed");
  const waited = feedOf(journal);
  await followed(waited, ({ readShare }) => readShare === 1);
  const [overview, other] = [await wholeOf(feed), await wholeOf(waited)];
  expect(overview.cases).toEqual(other.cases);
  expect(overview.cases).toHaveLength(2);
  // Nothing of it lags behind.
  expect(overview.totals.points.done).toBe(4);
  expect(overview.history).toEqual(other.history);
});

test("a page that asks while the first picture is being worked out gets one with all its parts", async () => {
  const feed = feedOf(await journalOf(wholeHistory(ATTEMPTS), lengthened));
  const asked: Promise<LiveOverview>[] = [];
  for (let count = 0; count < 60; count += 1) {
    asked.push(wholeOf(feed));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const { totals, provenance, history } of await Promise.all(asked)) {
    expect([totals, provenance, history]).not.toContain(null);
  }
});

test("the rest of a journal comes by way of its snapshot, and the picture is the same", async () => {
  const journal = await journalOf(wholeHistory(ATTEMPTS), lengthened);
  const plain = feedOf(journal);
  await followed(plain, ({ readShare }) => readShare === 1);
  const { record, head } = await readCampaign(journal);
  writeSnapshot(journal, record.log, head);
  const feed = feedOf(journal);
  const states = await followed(feed, ({ readShare }) => readShare === 1);
  expect(states.map(({ run }) => run)).toEqual(["reading", "killed"]);
  const [overview, other] = [await wholeOf(feed), await wholeOf(plain)];
  expect(overview.cases).toEqual(other.cases);
  expect(overview.totals).toEqual(other.totals);
  expect({ n: overview.live.n, seal: overview.live.seal }).toEqual({ n: head.n, seal: head.hash });
});

test("damage beyond what a page was shown is told, and the page does not go back to before it", async () => {
  const journal = await journalOf(wholeHistory(ATTEMPTS), lengthened);
  const content = readFileSync(journal, "utf8");
  const at = content.lastIndexOf("1000000,1000000");
  writeFileSync(journal, `${content.slice(0, at)}1000001${content.slice(at + 7)}`);
  const feed = feedOf(journal);
  const states = await followed(feed, ({ problem }) => problem !== null);
  expect(states[0]).toMatchObject({ run: "reading", problem: null });
  expect(states.at(-1)?.problem).toMatch(/record \d+ was changed/);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect((await wholeOf(feed)).live.problem).toMatch(/record \d+ was changed/);
});
