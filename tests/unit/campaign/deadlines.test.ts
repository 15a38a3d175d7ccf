import { expect, test } from "vitest";
import { AttemptPace, growth, loadSeconds } from "../../../src/campaign/deadlines.js";
import type { DeadlinePolicy, Policy } from "../../../src/plan/plan.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";

const plan = planCampaign(
  "devices: [{name: cpu0, runtime: ort}]\ncases: [{op: moe, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: [1, 2], workload: [balanced, {power_law: 1.2, draws: 5}]}]\n",
  "campaign.yaml",
);
const [balanced, powerLaw] = plan.cases;
const fixed: Policy["timing"] = { kind: "fixed", warmup: 0, runs: 1 };
const learned: DeadlinePolicy = { load: null, build: null, point: null, case: null, factor: 10, floor: 60, grace: 5 };

function paceOf(deadlines: Partial<DeadlinePolicy> = {}, { timing = fixed, planned = balanced } = {}) {
  if (!planned) throw new Error("the plan has cases");
  const clock = { ms: 0 };
  const pace = new AttemptPace(
    { ...plan.policy, timing, deadlines: { ...learned, ...deadlines } },
    planned,
    () => clock.ms,
  );
  return {
    pace,
    measure: (tokens: number, seconds: number) => {
      pace.begin();
      clock.ms += seconds * 1000;
      pace.done({ tokens });
    },
  };
}

test("what a policy says counts: load, building, points, the whole case", () => {
  expect(loadSeconds({ ...learned, load: 7 }, 1000)).toBe(7);
  const { pace, measure } = paceOf({ build: 11, point: 13, case: 17 });
  expect([pace.pointSeconds(null), pace.pointSeconds({ tokens: 1 }), pace.caseSeconds]).toEqual([11, 13, 17]);
  measure(1, 100);
  expect(pace.pointSeconds({ tokens: 2 })).toBe(13);
});

test("a load is learned from the longest so far, with a floor; the first has five minutes", () => {
  expect(loadSeconds(learned, null)).toBe(300);
  expect(loadSeconds(learned, 0.4)).toBe(60);
  expect(loadSeconds(learned, 45.01)).toBe(451);
});

test("before anything is known, a point has ten minutes; a case is bounded by its points", () => {
  const { pace } = paceOf();
  expect([pace.pointSeconds(null), pace.pointSeconds({ tokens: 1 }), pace.caseSeconds]).toEqual([600, 600, null]);
});

test("a point is learned from the one before it: its time, grown as its size grows, times the factor, with a floor", () => {
  const { pace, measure } = paceOf();
  measure(64, 0.1);
  expect(pace.pointSeconds({ tokens: 128 })).toBe(60);
  measure(128, 20);
  expect(pace.pointSeconds({ tokens: 512 })).toBe(800);
  expect(pace.pointSeconds({ tokens: 1 })).toBe(200);
});

test("a point may take at least what its timing policy allows, for each of its draws", () => {
  const adaptive: Policy["timing"] = {
    kind: "adaptive",
    warmup: 1,
    minRuns: 5,
    maxRuns: 100,
    maxSeconds: 30,
    targetCi: 0.02,
  };
  const { pace, measure } = paceOf({}, { timing: adaptive, planned: powerLaw });
  expect(pace.pointSeconds({ tokens: 1 })).toBe(1500);
  measure(1, 1);
  expect(pace.pointSeconds({ tokens: 1 })).toBe(1500);
});

test("growth is the product over the coordinates, and never below 1", () => {
  expect(growth({ batch: 2, length: 1024 }, { batch: 4, length: 4096 })).toBe(8);
  expect(growth({ batch: 4, length: 1024 }, { batch: 1, length: 2048 })).toBe(2);
  expect(growth({}, { tokens: 64 })).toBe(1);
});
