import { expect, test } from "vitest";
import { planDifference, sumChanges } from "../../../src/campaign/plan-difference.js";
import { WHAT_IS_LEFT, type Selection } from "../../../src/campaign/selection.js";
import { remainingWork } from "../../../src/campaign/work-queue.js";
import { keyOf } from "../../../src/identity/keys.js";
import { progressOf } from "../../../src/ledger/case-state.js";
import { countsOf } from "../../../src/ledger/counts.js";
import { publishedCampaign } from "../../../src/ledger/published-points.js";
import type { ForeignCase } from "../../../src/ops/foreign/case.js";
import type { Plan, PlannedCase } from "../../../src/plan/plan.js";
import { CampaignHistory, failureOf } from "../../fixtures/campaign-history.js";
import { planOf } from "../plan/plans.js";

const broken = failureOf("callback_error", "Error: the kernel is broken");

function foreignCase(name: string): PlannedCase {
  const layer: ForeignCase = { op: "foreign", runtime: "python", callback: "layers:run", arguments: [name] };
  const rows = { latency: "latency", unit: "ms", points: null } as const;
  return { key: keyOf(layer), name, models: [], case: layer, coordinates: [], rows, weightBytes: 0 };
}

/** A plan of cases whose callbacks decide their points. */
function foreignPlan(...names: readonly string[]): Plan {
  return {
    ...planOf([{ op: "moe", models: "mixtral-8x7b", dtype: "fp32", tokens: [1] }]),
    cases: names.map(foreignCase),
  };
}

/** One case of each kind: done, failed after a row, broken off after a row, not begun. */
function history(): CampaignHistory {
  return new CampaignHistory(foreignPlan("done", "failed", "broken off", "not begun"))
    .worker("cpu0-1")
    .attempt({ caseIndex: 0, points: { 1: 5, 2: 6 } })
    .attempt({ caseIndex: 1, points: { 1: 5 }, outcome: "failed", failure: broken })
    .attempt({ caseIndex: 2, points: { 1: 5 }, outcome: "interrupted" });
}

const left = (told: CampaignHistory, selection: Partial<Selection> = {}) =>
  remainingWork(told.fold, { ...WHAT_IS_LEFT, ...selection }).map((item) => [item.case.name, item.coordinates]);

test("a case is done once its callback has returned, whatever rows there are", () => {
  const { fold } = history();
  expect(fold.planned().map(progressOf)).toEqual(["done", "failed", "partial", "missing"]);
  expect(countsOf(fold)).toMatchObject({
    cases: { planned: 4, done: 1, failed: 1, left: 2 },
    points: { planned: 4, done: 4, missing: 0 },
  });
});

test("a resumed case is one whole run; what failed is left alone until that is asked for", () => {
  expect(left(history())).toEqual([
    ["broken off", []],
    ["not begun", []],
  ]);
  expect(left(history(), { retryFailed: true }).map(([name]) => name)).toEqual(["failed", "broken off", "not begun"]);
});

test("what a plan changes is counted in rows that are there and cases that are left", () => {
  const difference = planDifference(history().fold, foreignPlan("done", "not begun", "new"));
  expect(sumChanges(difference.cases)).toMatchObject({ kept: 2, missing: 0, new: 0 });
  expect(difference.work.map(({ planned }) => planned.name)).toEqual(["not begun", "new"]);
});

test("none of its points leaves the campaign, and the reason is told", () => {
  const { points, withheld } = publishedCampaign(history().fold);
  expect(points).toEqual([]);
  expect(withheld).toEqual([{ reason: expect.stringContaining("rows of a foreign collector"), points: 4 }]);
});
