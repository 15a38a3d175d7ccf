import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Coordinates, pointKey } from "../../src/identity/keys.js";
import { countsOf } from "../../src/ledger/counts.js";
import { CampaignFold, type Entry } from "../../src/ledger/fold.js";
import { assay, isLiving, journalRecords, startAssay, temporaryFolder } from "./assay.js";
import { campaignOf, eachOnce, FieldCampaign, fieldCampaign } from "./field-campaign.js";

// The part "Resume" of the cases from the field; docs/field-cases.md lists which row is which test.

test.each([
  ["cut to half", (whole: Buffer) => whole.subarray(0, whole.length / 2)],
  ["cut to zero bytes", () => Buffer.alloc(0)],
])(
  "the ledger is %s: refused, naming the file and the way out, and nothing that is left is touched",
  async (_what, cut) => {
    const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
    await campaign.run();
    const journal = join(campaign.directory, "journal.jsonl");
    const left = cut(readFileSync(journal));
    writeFileSync(journal, left);
    for (const args of [
      ["resume", campaign.directory],
      ["status", campaign.directory],
    ]) {
      const { exitCode, stderr } = await assay(...args);
      expect(exitCode).toBe(3);
      expect(stderr).toContain(journal);
      expect(stderr).toContain("Put a whole copy of the file in its place");
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(readFileSync(journal)).toEqual(left);
    }
  },
);

test("a damaged line in the middle stops with its number; a line of a newer version is refused by name", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1 }));
  await campaign.run();
  const journal = join(campaign.directory, "journal.jsonl");
  const lines = readFileSync(journal, "utf8").split("\n");
  const changed = (at: number, from: string, to: string) =>
    lines.map((line, index) => (index === at ? line.replace(from, to) : line)).join("\n");
  const attempt = lines.findIndex((line) => line.includes('"kind":"attempt"'));
  writeFileSync(journal, changed(attempt, "cpu0", "cpu1"));
  const damaged = await assay("resume", campaign.directory);
  expect([damaged.exitCode, damaged.stderr]).toEqual([
    3,
    expect.stringContaining(`journal.jsonl, line ${attempt + 1}: record ${attempt + 1} was changed`),
  ]);

  writeFileSync(journal, changed(lines.length - 2, '"v":1', '"v":2'));
  rmSync(`${journal}.head`);
  const newer = await assay("resume", campaign.directory);
  expect([newer.exitCode, newer.stderr]).toEqual([3, expect.stringContaining("written by a newer Assay")]);
});

test("a torn last line is cut off, and the campaign goes on", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
  await campaign.run({ 2: "kill" });
  const journal = join(campaign.directory, "journal.jsonl");
  writeFileSync(journal, '{"n":99,"t":"2026-', { flag: "a" });
  expect((await campaign.resume({}, "--retry-failed")).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(2));
});

test.skipIf(availableParallelism() < 2)(
  "another device than the campaign's: refused with both values, files untouched",
  async () => {
    const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
    await campaign.run({ 2: "kill" });
    const journal = join(campaign.directory, "journal.jsonl");
    const before = readFileSync(journal);
    const elsewhere = startAssay(["resume", campaign.directory, "--retry-failed"], { before: ["taskset", "-c", "0"] });
    const { exitCode, stderr } = await elsewhere.ended;
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`threads: ${availableParallelism()} then, 1 now`);
    expect(readFileSync(journal)).toEqual(before);
    expect((await campaign.resume({}, "--retry-failed")).exitCode).toBe(0);
  },
);

test("5 cases, 2 failed: a plain resume runs nothing and says so; with --retry-failed exactly those 2 run", async () => {
  const campaign = new FieldCampaign(fieldCampaign());
  await campaign.run({ 2: "raise", 4: "exit-3" });
  const journal = readFileSync(join(campaign.directory, "journal.jsonl"));
  const plain = await campaign.resume();
  expect(plain.exitCode).toBe(1);
  expect(plain.stderr).toContain("There was nothing to run.");
  expect(plain.stderr).toContain(
    `2 unresolved failures. Try again with: assay resume ${campaign.directory} --retry-failed`,
  );
  expect(readFileSync(join(campaign.directory, "journal.jsonl"))).toEqual(journal);

  const attempts = campaign.records("attempt").length;
  const retried = await campaign.resume({}, "--retry-failed");
  expect(retried.exitCode).toBe(0);
  expect(retried.stderr).not.toContain("unresolved");
  const keys = campaign.keys();
  expect(
    campaign
      .records("attempt")
      .slice(attempts)
      .map(({ case: key }) => keys.indexOf(key) + 1),
  ).toEqual([2, 4]);
  expect(campaign.pointCounts()).toEqual(eachOnce(5));
});

test("a plan with one case added, one dropped and all reordered: the added one runs, and nothing else", async () => {
  const campaign = new FieldCampaign(campaignOf([1, 2, 3, 4]));
  await campaign.run();
  const before = campaign.records("attempt").length;
  campaign.write(campaignOf([5, 4, 3, 2]));
  const { exitCode, stdout } = await campaign.run();
  expect(exitCode).toBe(0);
  expect(campaign.outcomes().slice(before)).toEqual([[5, "passed", undefined]]);
  expect(campaign.pointCounts()).toEqual(eachOnce(5));
  expect(stdout).toMatch(/power_law_1 draws1: no longer planned; its 3 points stay in the journal/);
  expect(stdout).toContain("4 of 4 cases done; 12 of 12 points");

  campaign.write(campaignOf([2, 3, 4, 5]));
  await campaign.run();
  expect(campaign.records("attempt")).toHaveLength(before + 1);
});

test("a second orchestrator is refused with pid and host of the first; a dead one's lock is taken over", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1 }));
  const first = campaign.start({ 1: { fault: "slow", ms: 60_000 } });
  await firstPoint(campaign);
  const { exitCode, stderr } = await campaign.resume();
  expect(exitCode).toBe(3);
  expect(stderr).toContain(`by pid ${first.child.pid} on ${hostname()}`);
  first.child.kill("SIGKILL");
  await first.ended;
  expect((await campaign.resume()).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(1));
});

test("a lock of another host is refused; --take-over takes it", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1 }));
  await campaign.run({ 1: "raise" });
  const lock = join(campaign.directory, "journal.jsonl.lock");
  const holder = {
    pid: 4711,
    startTime: 1,
    host: "gpu17",
    pidNamespace: null,
    since: "2026-01-01T00:00:00.000Z",
    token: "t",
  };
  writeFileSync(lock, JSON.stringify(holder));
  const refused = await campaign.resume({}, "--retry-failed");
  expect([refused.exitCode, refused.stderr]).toEqual([
    3,
    expect.stringMatching(/by pid 4711 on gpu17 .*use --take-over/),
  ]);
  expect((await campaign.resume({}, "--retry-failed", "--take-over")).exitCode).toBe(0);
});

test.each(["the journal", "the campaign's folder"])(
  "%s is removed while it runs: the run ends with that reason, no worker left",
  async (what) => {
    const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens: [1, 2, 3, 4, 5, 6, 7, 8] }));
    const run = campaign.start({ 1: { fault: "slow", ms: 200, always: true } });
    await firstPoint(campaign);
    const pids = campaign.workerPids();
    if (what === "the journal")
      renameSync(join(campaign.directory, "journal.jsonl"), join(campaign.directory, "aside"));
    else renameSync(campaign.directory, `${campaign.directory}-aside`);
    const { exitCode, stderr } = await run.ended;
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /journal\.jsonl: ENOENT\. It is not there \(any more\): put the file or folder back, then resume\./,
    );
    expect(pids.some(isLiving)).toBe(false);
  },
);

test("killed between any two records: the count always adds up, and resume ends with each point once", async () => {
  const calm = new FieldCampaign(fieldCampaign({ cases: 2, tokens: [1, 2] }));
  // Two sessions: case 2 fails in the first, and is tried again in the second.
  await calm.run({ 2: "raise" });
  await calm.resume({}, "--retry-failed");
  const lines = readFileSync(join(calm.directory, "journal.jsonl"), "utf8").split("\n").slice(0, -1);
  const expected = calm.pointKeys().sort();
  expect(new Set(expected).size).toBe(4);
  const first = lines.findIndex((line) => line.includes('"kind":"session"'));
  for (let length = first; length <= lines.length; length += 1) {
    expect(countedCases(lines.slice(0, length))).toBe(2);
    const directory = join(temporaryFolder(), "campaign");
    mkdirSync(directory);
    const prefix = lines.slice(0, length).map((line) => `${line}\n`);
    writeFileSync(join(directory, "journal.jsonl"), prefix.join(""));
    expect((await assay("resume", directory, "--retry-failed")).exitCode).toBe(0);
    const records = journalRecords(directory);
    const points = records.filter(({ kind }) => kind === "point");
    expect(
      points.map((point) => pointKey(point["case"] as string, point["coordinates"] as Coordinates)).sort(),
    ).toEqual(expected);
    const attempts = records.filter(({ kind }) => kind === "attempt").map((record) => record["attempt"]);
    expect(new Set(attempts).size).toBe(attempts.length);
  }
});

/** Done, failed and left together, as they are folded from the beginning of a journal. */
function countedCases(lines: readonly string[]): number {
  const fold = new CampaignFold();
  for (const line of lines) {
    const body = JSON.parse(line) as Entry;
    fold.apply({ n: body.n, t: body.t, kind: body.kind, body } as unknown as Entry);
  }
  const { done, failed, left } = countsOf(fold).cases;
  return done + failed + left;
}

test("the campaign's folder may be copied elsewhere and gone on with", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
  await campaign.run({ 2: "raise" });
  const copy = join(temporaryFolder(), "copy");
  mkdirSync(copy);
  for (const name of readdirSync(campaign.directory).filter((file) => file.startsWith("journal"))) {
    copyFileSync(join(campaign.directory, name), join(copy, name));
  }
  expect((await startAssay(["resume", copy, "--retry-failed"]).ended).exitCode).toBe(0);
});

async function firstPoint(campaign: FieldCampaign): Promise<void> {
  for (;;) {
    try {
      if (campaign.records("point").length > 0) return;
    } catch {
      // The journal is not there yet.
    }
    await pause(20);
  }
}
