import { expect, test } from "vitest";
import { measuredHistory } from "../../../src/campaign/measured-history.js";
import { planDifference, sumChanges } from "../../../src/campaign/plan-difference.js";
import { CampaignFold, type Entry as JournalEntry } from "../../../src/ledger/fold.js";
import type { Plan } from "../../../src/plan/plan.js";
import { differenceText } from "../../../src/view/terminal/difference-text.js";
import { entry, planOf } from "./plans.js";

/** A record of a campaign's journal; fields that no comparison looks at are left out. */
function record(kind: JournalEntry["kind"], body: unknown): JournalEntry {
  return { n: 1, t: "2026-01-01T00:00:00Z", kind, body } as JournalEntry;
}

/** A campaign that has this plan and measured some of its points, by the place of their case; samples in ms. */
function campaignOf(
  plan: Plan,
  measured: readonly (readonly [place: number, tokens: number, samplesMs?: number[]])[],
): CampaignFold {
  const fold = new CampaignFold();
  fold.apply(record("plan", { plan }));
  for (const [place, tokens, samplesMs = [1]] of measured) {
    const series = [
      { draw: 0, warmupNs: [], samplesNs: samplesMs.map((ms) => ms * 1e6), collectedDuring: [], achievedTokens: null },
    ];
    const method = { clock: "host", cache: "warm", iterationsPerSample: 1 };
    const point = { series, method, kernel: "none", router: null };
    const identity = { attempt: `${place}/${tokens}`, case: plan.cases[place]?.key, arm: null };
    fold.apply(record("point", { ...identity, coordinates: { tokens }, point, askedTokens: null }));
  }
  return fold;
}

const before = planOf([entry({ tp: [1, 2, 4], tokens: [1, 2, 4] })]);

test("the same plan again: what was measured is kept, the rest is missing, nothing is new or dropped", () => {
  const { cases, work } = planDifference(
    campaignOf(before, [
      [0, 1],
      [0, 2],
      [1, 4],
    ]),
    before,
  );
  expect(sumChanges(cases)).toEqual({ kept: 3, missing: 6, new: 0, dropped: 0 });
  expect(work.map(({ coordinates }) => coordinates.map((at) => at["tokens"]))).toEqual([[4], [1, 2], [1, 2, 4]]);
});

test("one case added, one dropped, one with another sweep, all reordered", () => {
  const after = planOf([
    entry({ tp: 8, tokens: [1] }),
    entry({ tp: 2, tokens: [8, 4] }),
    entry({ tp: 1, tokens: [4, 2, 1] }),
  ]);
  const { cases } = planDifference(
    campaignOf(before, [
      [0, 1],
      [1, 4],
      [2, 1],
    ]),
    after,
  );
  expect(cases.map(({ name, kept, missing, new: added, dropped }) => [name, kept, missing, added, dropped])).toEqual([
    ["moe mixtral-8x7b fp32 tp8 balanced", 0, 0, 1, 0],
    ["moe mixtral-8x7b fp32 tp2 balanced", 1, 0, 1, 2],
    ["moe mixtral-8x7b fp32 balanced", 1, 2, 0, 0],
    ["moe mixtral-8x7b fp32 tp4 balanced", 0, 0, 0, 3],
  ]);
});

test("a point that an earlier plan measured and the last one did not want is kept when it is wanted again", () => {
  const fold = campaignOf(before, [[2, 4]]);
  fold.apply(record("plan", { plan: planOf([entry()]) }));
  const { cases } = planDifference(fold, before);
  expect(sumChanges(cases)).toEqual({ kept: 1, missing: 1, new: 7, dropped: 0 });
});

test("a case that failed is left alone, and it says so", () => {
  const fold = campaignOf(before, [[0, 1]]);
  const attempt = { attempt: "a", case: before.cases[0]?.key, arm: null };
  fold.apply(record("attempt", attempt));
  fold.apply(record("outcome", { ...attempt, outcome: "failed" }));
  const { cases, work } = planDifference(fold, before);
  expect(cases.map(({ failed }) => failed)).toEqual([true, false, false]);
  expect(work).toHaveLength(2);
  const time = { seconds: 1, points: 6, pointsFromLedger: 0 };
  expect(differenceText({ directory: "first", cases, time })).toContain("1 case failed before and would be left alone");
});

test("arms are compared each for itself", () => {
  const arms = ["a", "b"].map((name) => ({ name, policy: before.policy }));
  const { cases } = planDifference(campaignOf(before, [[0, 1]]), { ...before, arms });
  expect(sumChanges(cases)).toEqual({ kept: 0, missing: 0, new: 18, dropped: 9 });
});

test("people see what changes, and that dropped measurements stay", () => {
  const after = planOf([entry({ tp: [1, 2], tokens: [1, 8] })]);
  const { cases } = planDifference(campaignOf(before, [[0, 1]]), after);
  const time = { seconds: 3, points: 3, pointsFromLedger: 0 };
  expect(differenceText({ directory: "first", cases, time })).toBe(
    [
      "against first: 1 point kept, 2 new, 1 missing, 7 dropped; what was measured of the dropped ones stays in the journal",
      "  moe mixtral-8x7b fp32 balanced: 1 new, 2 dropped",
      "  moe mixtral-8x7b fp32 tp2 balanced: 1 new, 1 missing, 2 dropped",
      "  moe mixtral-8x7b fp32 tp4 balanced: 3 dropped",
      "left to measure: 3 points, 3 s",
      "",
    ].join("\n"),
  );
});

test("a history is the median of each point's samples; of several campaigns, the median of these", () => {
  const folds = [[1, 2, 9], [4], [60]].map((samplesMs) => campaignOf(before, [[0, 1, samplesMs]]));
  const history = measuredHistory(folds);
  const key = before.cases[0]?.key ?? "";
  expect(history(key, { tokens: 1 })).toBeCloseTo(0.004);
  expect(history(key, { tokens: 2 })).toBeNull();
  expect(measuredHistory([])(key, { tokens: 1 })).toBeNull();
});
