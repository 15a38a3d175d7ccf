import { setTimeout as pause } from "node:timers/promises";
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReportData } from "../../src/view/report/data.js";
import type { LiveCase, LiveChange, LiveOverview } from "../../src/view/server/messages.js";
import { assay, journalRecords, type Running, startAssay, temporaryFolder } from "./assay.js";
import { campaignText, runCallbacks } from "./callback-campaign.js";
import { type EventReader, ServedPage } from "./served-page.js";

interface RunningCampaign {
  readonly directory: string;
  readonly run: Running;
}

/** Starts a campaign of some cases of two points, each of which takes a tenth of a second. */
async function startCampaign(cases: number): Promise<RunningCampaign> {
  const folder = temporaryFolder();
  const file = join(folder, "campaign.yaml");
  writeFileSync(file, campaignText({ module: "measuring", callbacks: Array<string>(cases).fill("test/slow") }));
  const directory = join(folder, "campaign");
  const run = startAssay(["run", file, "--dir", directory]);
  while (!existsSync(join(directory, "journal.jsonl"))) await pause(10);
  return { directory, run };
}

function overviewOf({ text }: { readonly text: string }): LiveOverview {
  return JSON.parse(text) as LiveOverview;
}

/** An overview carried on by changes, as the page does it. */
function carriedOn(overview: LiveOverview, { events }: EventReader): LiveOverview {
  return events.reduce<LiveOverview>((known, { data }) => {
    const { cases, ...parts } = JSON.parse(data) as LiveChange;
    const changed = new Map(cases.map((one) => [one.key, one]));
    return { ...known, ...parts, cases: known.cases.map((one) => changed.get(one.key) ?? one) };
  }, overview);
}

/** What does not depend on the moment of looking. */
function lasting({ live, ...overview }: LiveOverview): object {
  return { ...overview, revisions: [], live: { ...live, now: "", pace: null } };
}

test("what a page is told while a campaign runs, at first and then by changes, is what a page is told at its end", async () => {
  const { directory, run } = await startCampaign(6);
  const page = await ServedPage.start(directory);
  const first = overviewOf(await page.ask("/api/overview"));
  const events = page.follow(first.live.n);
  expect(first.live.run).toBe("running");
  await run.ended;
  await events.until(({ data }) => data.includes('"run":"ended"'));
  // The last sections may be worked out a moment later.
  await pause(1_500);
  const last = overviewOf(await page.ask("/api/overview"));
  expect(lasting(carriedOn(first, events))).toEqual(lasting(last));
  expect(last.totals).toMatchObject({ cases: { planned: 6, done: 6 }, points: { planned: 12, done: 12 } });
  expect(last.live.n).toBe(journalRecords(directory).length);
});

test("the page's numbers are the report's", async () => {
  const { directory } = await runCallbacks({
    module: "failing",
    callbacks: ["test/raises-after-building", "test/exits"],
    tp: 16,
  });
  const page = await ServedPage.start(directory);
  const overview = overviewOf(await page.ask("/api/overview"));
  const report = JSON.parse((await assay("report", directory, "--json")).stdout) as ReportData;
  const { cases: summaries, live: _live, revisions: _revisions, ...sections } = overview;
  const { cases, ...reported } = report;
  expect(sections).toEqual(reported);
  expect(summaries.map(({ key }) => key)).toEqual(cases.map(({ key }) => key));
  for (const one of cases) {
    const detail = JSON.parse((await page.ask(`/api/case/${one.key}`)).text) as LiveCase;
    expect(detail.case).toEqual(one);
  }
});

test("an experiment is compared while it runs, and its cases are asked for by arm", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "campaign.yaml");
  writeFileSync(file, campaignText({ module: "measuring", callbacks: ["test/noop", "test/noop"] }));
  await assay("paired", file, "--vary", "reclaim=never,after-success", "--dir", join(folder, "paired"));
  const page = await ServedPage.start(join(folder, "paired"));
  const { experiment, cases } = overviewOf(await page.ask("/api/overview"));
  expect(experiment?.comparisons[0]).toMatchObject({ cases: 2, equalKeys: true, equalRouting: true });
  const key = cases[0]?.key ?? "";
  expect(key).toMatch(/^reclaim=never-/);
  expect((JSON.parse((await page.ask(`/api/case/${encodeURIComponent(key)}`)).text) as LiveCase).case.arm).toBe(
    "reclaim=never",
  );
});

test("a server that was killed is found again at the same address, and goes on without a gap or doubles", async () => {
  const { directory, run } = await startCampaign(10);
  const state = temporaryFolder();
  const before = await ServedPage.start(directory, state);
  const first = overviewOf(await before.ask("/api/overview"));
  const events = before.follow(first.live.n);
  await events.until(({ id }) => Number(id) > first.live.n + 4);
  await before.kill("SIGKILL");
  const known = carriedOn(first, events);
  const after = await ServedPage.start(directory, state);
  expect(after.url).toBe(before.url);
  const more = after.follow(known.live.n);
  await run.ended;
  await more.until(({ data }) => data.includes('"run":"ended"'));
  await pause(1_500);
  expect(lasting(carriedOn(known, more))).toEqual(lasting(overviewOf(await after.ask("/api/overview"))));
  expect([...events.events, ...more.events].every(({ event }) => event === "change")).toBe(true);
  const ids = [...events.events, ...more.events].map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((left, right) => left - right));
});

test("a page that has more, or less, than can be carried on is told to begin anew", async () => {
  const { directory } = await runCallbacks({ module: "measuring", callbacks: ["test/noop"] });
  const page = await ServedPage.start(directory);
  const ahead = page.follow(1_000);
  expect((await ahead.until(() => true)).event).toBe("reload");
  // The plan is the second record: a page from before it does not know the cases.
  const early = page.follow(1);
  expect((await early.until(() => true)).event).toBe("reload");
});

test("200 clients at once are served, each with all that comes, and the server goes on", async () => {
  const { directory, run } = await startCampaign(8);
  const page = await ServedPage.start(directory);
  const first = overviewOf(await page.ask("/api/overview"));
  const readers = Array.from({ length: 200 }, () => page.follow(first.live.n));
  expect(new Set(await Promise.all(readers.map(({ status }) => status)))).toEqual(new Set([200]));
  await run.ended;
  const answers = await Promise.all(Array.from({ length: 200 }, () => page.ask("/api/overview")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const last = String(journalRecords(directory).length);
  await Promise.all(readers.map((reader) => reader.until(({ id }) => id === last)));
  for (const reader of readers) reader.close();
  expect((await page.ask("/")).status).toBe(200);
});

test("a campaign whose process was killed is shown as such, without a record that says so", async () => {
  const { directory, run } = await startCampaign(100);
  const page = await ServedPage.start(directory);
  const follow = page.follow(overviewOf(await page.ask("/api/overview")).live.n);
  await follow.until(({ data }) => data.includes('"run":"running"'));
  run.child.kill("SIGKILL");
  const told = await follow.until(({ data }) => data.includes('"run":"killed"'));
  expect((JSON.parse(told.data) as LiveChange).live.n).toBe(journalRecords(directory).length);
});

test("damage of the journal is shown, and what comes after it was mended", async () => {
  const { directory } = await runCallbacks({ module: "measuring", callbacks: ["test/noop"] });
  const journal = join(directory, "journal.jsonl");
  const whole = readFileSync(journal);
  const page = await ServedPage.start(directory);
  const { live } = overviewOf(await page.ask("/api/overview"));
  const events = page.follow(live.n);
  appendFileSync(journal, "this is no record\n");
  const told = await events.until(({ data }) => data.includes('"problem":"'));
  expect((JSON.parse(told.data) as LiveChange).live.problem).toMatch(/journal\.jsonl, line \d+: /);
  truncateSync(journal, whole.length);
  expect((await events.until(({ event }) => event === "reload")).event).toBe("reload");
  expect(overviewOf(await page.ask("/api/overview")).live).toMatchObject({ problem: null, n: live.n });
});

/** What `run --serve` says of its page. */
async function addressOf({ child }: Running): Promise<URL> {
  let text = "";
  child.stderr?.on("data", (part: string) => (text += part));
  for (;;) {
    const [, url] = /^page: (http:\/\/\S+)$/m.exec(text) ?? [];
    if (url !== undefined) return new URL(url);
    await pause(10);
  }
}

async function isServed(url: URL): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

test.each(["SIGINT", "SIGKILL", "its own end"])(
  "run --serve shows the campaign from its start, until %s of the run",
  async (end) => {
    const folder = temporaryFolder();
    const file = join(folder, "campaign.yaml");
    writeFileSync(file, campaignText({ module: "measuring", callbacks: Array<string>(8).fill("test/slow") }));
    const run = startAssay(["run", file, "--dir", join(folder, "campaign"), "--serve"]);
    const url = await addressOf(run);
    expect(await isServed(url)).toBe(true);
    if (end === "SIGINT" || end === "SIGKILL") run.child.kill(end);
    const { exitCode, stdout } = await run.ended;
    expect(exitCode).toBe(end === "SIGINT" ? 130 : end === "SIGKILL" ? null : 0);
    expect(stdout).not.toContain("http://");
    while (await isServed(url)) await pause(50);
  },
);

test.each([
  ["a folder that is not there", "nowhere", 2, /there is no folder/],
  ["a folder without a campaign", ".", 2, /holds no campaign/],
])("%s is refused in one line", async (_what, name, exitCode, message) => {
  const ended = await assay("serve", join(temporaryFolder(), name));
  expect(ended).toMatchObject({ exitCode, stdout: "" });
  expect(ended.stderr).toMatch(message);
});

test("a port that is taken, and one that is none, are refused", async () => {
  const { directory } = await runCallbacks({ module: "measuring", callbacks: ["test/noop"] });
  const page = await ServedPage.start(directory);
  const taken = await assay("serve", directory, "--port", String(page.port));
  expect(taken).toMatchObject({ exitCode: 3, stdout: "" });
  expect(taken.stderr).toMatch(/port \d+ is in use; choose another one/);
  expect((await assay("serve", directory, "--port", "70000")).exitCode).toBe(2);
});

test("Ctrl-C ends it, also while pages are open", async () => {
  const { directory } = await runCallbacks({ module: "measuring", callbacks: ["test/noop"] });
  const page = await ServedPage.start(directory);
  const open = page.follow(0);
  await open.status;
  expect(await page.kill("SIGINT")).toBe(130);
  expect(page.stderr).toMatch(/^Ctrl-C ends it\. From another machine: ssh -N -L \d+:127\.0\.0\.1:\d+ HOST/);
});
