import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Campaign, campaignPaths } from "../../../src/campaign/campaign.js";
import { foldJournal, readCampaign } from "../../../src/campaign/campaign-reading.js";
import { countsOf } from "../../../src/ledger/counts.js";
import type { CampaignFold } from "../../../src/ledger/fold.js";
import { openJournal } from "../../../src/ledger/journal-writer.js";
import { snapshotPath, writeSnapshot } from "../../../src/ledger/snapshot.js";
import { JournalLines, StoredPoint } from "../../../src/ledger/stored-point.js";
import { temporaryFolder } from "../../e2e/assay.js";
import { journalOf, wholeHistory } from "../../fixtures/whole-history.js";
import { linesOf } from "../ledger/journal-folder.js";

/** All that a fold says of its points: figures, samples, what they stand on. */
function pointsOf(fold: CampaignFold): object[] {
  return fold.planned().flatMap(({ key, points, contenders, attempts }) =>
    [...points.values(), ...[...contenders.values()].flat()].map((point) => ({
      key,
      attempts: attempts.length,
      coordinates: point.record.coordinates,
      attempt: point.record.attempt,
      arm: point.record.arm,
      statistics: point.statistics,
      flags: point.flags,
      samplesNs: point.samplesNs,
      method: point.record.point.method,
      asked: point.record.askedTokens,
      times: point.timesMeasured,
      origin: point.origin.id,
    })),
  );
}

async function journalWithSnapshot(attempts = 3): Promise<string> {
  const path = await journalOf(wholeHistory(attempts));
  const { record, head } = await readCampaign(path);
  writeSnapshot(path, record.log, head);
  return path;
}

/** What a process that starts now reads of a point. */
function readAgain(path: string, record: StoredPoint | undefined): Buffer {
  if (!record) throw new Error("no point was read by way of the snapshot");
  return new JournalLines(path).line(record.place);
}

function readsStoredPoints(fold: CampaignFold): boolean {
  return fold.planned().some(({ points }) => [...points.values()].some(({ record }) => record instanceof StoredPoint));
}

test("a campaign read by way of its snapshot is the campaign, also with records that came since", async () => {
  const path = await journalWithSnapshot();
  const { entries } = wholeHistory();
  const more = entries.slice(entries.findLastIndex(({ kind }) => kind === "attempt"));
  const writer = await openJournal(path);
  await writer.appendAll(more.map(({ kind, body }) => ({ kind, body })));
  await writer.close();
  const [whole, short] = [await foldJournal(path), await readCampaign(path)];
  expect(short.head).toEqual(whole.head);
  expect(readsStoredPoints(short.fold)).toBe(true);
  expect(pointsOf(short.fold)).toEqual(pointsOf(whole.fold));
  expect(countsOf(short.fold)).toEqual(countsOf(whole.fold));
  expect(short.fold.sessions).toEqual(whole.fold.sessions);
  expect(short.fold.lastRecordAt).toBe(whole.fold.lastRecordAt);
});

test("a snapshot of a snapshot holds the same", async () => {
  const path = await journalWithSnapshot();
  const first = readFileSync(snapshotPath(path));
  const { record, head } = await readCampaign(path);
  writeSnapshot(path, record.log, head);
  expect(readFileSync(snapshotPath(path)).equals(first)).toBe(true);
});

test("samples whose line was changed since are no samples: the record is named", async () => {
  const path = await journalWithSnapshot();
  const lines = linesOf(path);
  const { fold } = await readCampaign(path);
  const stored = fold.planned().flatMap(({ points }) => [...points.values()].map(({ record }) => record));
  const record = stored.find((one) => one instanceof StoredPoint);
  const at = (record?.place.n ?? NaN) - 1;
  expect(record?.point.series[0]?.samplesNs).toHaveLength(3);
  writeFileSync(path, lines.map((line, index) => `${index === at ? line.replace("999", "998") : line}\n`).join(""));
  expect(() => readAgain(path, record)).toThrow(`record ${at + 1} was changed`);
  await expect(foldJournal(path)).rejects.toThrow(`record ${at + 1} was changed`);
  // Nor is a campaign gone on with whose journal was changed behind its snapshot.
  await expect(readCampaign(path)).rejects.toThrow(`record ${at + 1} was changed`);
});

test("a snapshot with any byte changed, cut anywhere, or of another journal is as good as none", async () => {
  const path = await journalWithSnapshot();
  const whole = readFileSync(snapshotPath(path));
  const expected = pointsOf((await foldJournal(path)).fold);
  const damages = fc.record({ at: fc.integer({ min: 0, max: whole.length - 1 }), cut: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(damages, async ({ at, cut }) => {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(snapshotPath(path), cut ? whole.subarray(0, at) : damaged);
      const { fold } = await readCampaign(path);
      expect(readsStoredPoints(fold)).toBe(false);
      expect(pointsOf(fold)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
  const other = await journalOf(wholeHistory(2));
  writeFileSync(snapshotPath(other), whole);
  expect(readsStoredPoints((await readCampaign(other)).fold)).toBe(false);
});

test("a large journal gets a snapshot when it is read, a small one does not", async () => {
  const [small, large] = [await journalOf(wholeHistory()), await journalOf(wholeHistory(6000))];
  expect(statSync(large).size).toBeGreaterThan(8 * 2 ** 20);
  await readCampaign(small);
  await readCampaign(large);
  expect([small, large].map((path) => existsSync(snapshotPath(path)))).toEqual([false, true]);
  const [whole, short] = [await foldJournal(large), await readCampaign(large)];
  expect(readsStoredPoints(short.fold)).toBe(true);
  expect(countsOf(short.fold)).toEqual(countsOf(whole.fold));
});

test("a campaign that has grown large while it was written leaves a snapshot that the next one starts from", async () => {
  const directory = temporaryFolder();
  const { journal } = campaignPaths(directory);
  const campaign = await Campaign.open(directory, { create: true });
  await Promise.all(wholeHistory(6000).entries.map(({ kind, body }) => campaign.append(kind, body)));
  await campaign.close();
  const { fold, record, head } = await readCampaign(journal);
  expect(record.snapshotBytes).toBe(head.bytes);
  expect(countsOf(fold)).toEqual(countsOf(campaign.fold));
  expect(pointsOf(fold)).toEqual(pointsOf(campaign.fold));
});
