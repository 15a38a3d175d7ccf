import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifyCampaign } from "../../../src/campaign/verify.js";
import { openJournal } from "../../../src/ledger/journal-writer.js";
import { environmentNamed, ProvenanceHistory } from "../../fixtures/provenance-history.js";
import { A, B, journalOf, plan, points, wholeHistory } from "../../fixtures/whole-history.js";
import { linesOf, writeLines } from "../ledger/journal-folder.js";

const NEWLINE = 0x0a;

/** What a verification says of a journal: its findings, or the record that it names as damaged. */
async function verdict(path: string): Promise<readonly string[] | number | null> {
  try {
    return (await verifyCampaign(path)).findings;
  } catch (error) {
    if (error instanceof Error && "line" in error) return error.line as number | null;
    throw error;
  }
}

test("a journal that is whole: nothing is found, its seal is its last line's hash, and its points add up", async () => {
  const path = await journalOf(wholeHistory());
  const { findings, head, torn, fold } = await verifyCampaign(path);
  expect([findings, torn, head.n]).toEqual([[], false, linesOf(path).length]);
  expect(fold.provenance.qualified).toBe("passed");
});

test("a seal is found where it was given, also when records came since; another one is not", async () => {
  const path = await journalOf(wholeHistory());
  const { head } = await verifyCampaign(path);
  const writer = await openJournal(path);
  await writer.append("session-end", { reason: "finished" });
  await writer.close();
  expect((await verifyCampaign(path, head.hash)).sealedAt).toBe(head.n);
  expect((await verifyCampaign(path, "0".repeat(64))).sealedAt).toBeNull();
});

describe("a journal of 10,000 records", () => {
  test("one changed byte anywhere is found, and its record named", { timeout: 120_000 }, async () => {
    const path = await journalOf(wholeHistory(2_496));
    const journal = readFileSync(path);
    expect(linesOf(path).length).toBeGreaterThan(10_000);
    const change = fc.record({
      offset: fc.integer({ min: 0, max: journal.length - 2 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ offset, by }) => {
        const changed = Buffer.from(journal);
        changed[offset] = ((changed[offset] ?? 0) + by) % 256;
        writeFileSync(path, changed);
        const record = journal.subarray(0, offset).filter((byte) => byte === NEWLINE).length + 1;
        expect(await verdict(path)).toBe(record);
      }),
      { numRuns: 20 },
    );
  });

  test("a reordered, a dropped and a doubled record are found, and named", { timeout: 120_000 }, async () => {
    const path = await journalOf(wholeHistory(2_496));
    const lines = linesOf(path);
    const place = fc.integer({ min: 0, max: lines.length - 2 });
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        writeLines(path, lines.with(at, lines[at + 1] ?? "").with(at + 1, lines[at] ?? ""));
        expect(await verdict(path), "reordered").toBe(at + 1);
        writeLines(path, lines.toSpliced(at, 1));
        expect(await verdict(path), "dropped").toBe(at + 1);
        writeLines(path, lines.toSpliced(at, 0, lines[at] ?? ""));
        expect(await verdict(path), "doubled").toBe(at + 2);
      }),
      { numRuns: 5 },
    );
  });
});

describe("a journal whose chain was made to fit", () => {
  /** What is found where records of a kind were written otherwise. */
  async function findingsWith(
    kind: string,
    change: (body: never) => object,
    history = wholeHistory(),
  ): Promise<readonly string[]> {
    const path = await journalOf(history, (record) =>
      record.kind === kind ? { kind, body: change(record.body as never) } : record,
    );
    return (await verifyCampaign(path)).findings;
  }

  test.each<[string, string, (body: never) => object, RegExp]>([
    [
      "a closure's file",
      "closure",
      (body: object) => ({ ...body, files: [] }),
      /a closure's hash is not that of its files/,
    ],
    [
      "an environment's fact",
      "environment",
      (body: object) => ({ ...body, identity: { model: "other" } }),
      /an environment's hash is not that of its facts/,
    ],
    [
      "a worker's closure",
      "worker",
      (body: { provenance: object }) => ({ ...body, provenance: { ...body.provenance, closure: "f".repeat(64) } }),
      /worker w1 names a closure that the journal does not have/,
    ],
    [
      "an attempt's worker",
      "attempt",
      (body: object) => ({ ...body, worker: "w9" }),
      /names the worker w9, which the journal does not have/,
    ],
    [
      "a point's attempt",
      "point",
      (body: object) => ({ ...body, attempt: "none" }),
      /it names the attempt none, which its case does not have/,
    ],
    [
      "a point's samples",
      "point",
      (body: { point: object }) => ({ ...body, point: { ...body.point, series: [] } }),
      /it is no measurement/,
    ],
    [
      "that a qualification's sweep failed",
      "outcome",
      (body: object) => ({ ...body, outcome: "failed" }),
      /qualification q1 is recorded as passed, but callback 1 of 1 .* failed/,
    ],
    [
      "what a qualification ran",
      "qualification",
      (body: { subjects: object[] }) => ({
        ...body,
        subjects: body.subjects.map((subject) => ({ ...subject, environment: "other" })),
      }),
      /claims attempt .*, which had other sources or another environment/,
    ],
    [
      "what was adopted",
      "adoption",
      (body: object) => ({ ...body, environments: [environmentNamed("F").environment] }),
      /it adopts points of an environment of which none was compared/,
    ],
  ])("is found out where %s was changed", async (_what, kind, change, finding) => {
    expect(await findingsWith(kind, change)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });

  test("is found out where it adopts points that differ from the qualification's", async () => {
    const history = new ProvenanceHistory(plan).session(A).worker({ worker: "w1", closure: "A" });
    history
      .attempt({ worker: "w1", points: { 1: [1.3, 1.301, 1.299] } })
      .session(B)
      .worker({ worker: "w2", closure: "B" });
    history
      .attempt({ worker: "w2", points, qualification: "q1" })
      .qualified("q1", { closure: B.hash, cases: [plan.cases[0]?.key ?? ""] });
    history.adopted({ closure: A.hash, until: "2027-01-01T00:00:00Z" });
    expect(await findingsWith("none", () => ({}), history)).toEqual([
      expect.stringMatching(/which do not agree with those of the qualification/),
    ]);
  });
});
