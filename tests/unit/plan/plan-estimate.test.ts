import { expect, test } from "vitest";
import { shippedModels } from "../../../src/model/find-model.js";
import type { History } from "../../../src/plan/expected-time.js";
import { SECONDS_PER_CASE } from "../../../src/plan/expected-time.js";
import { ortMemory } from "../../../src/plan/ort-memory.js";
import type { Plan } from "../../../src/plan/plan.js";
import { type EstimateOptions, estimatePlan } from "../../../src/plan/plan-estimate.js";
import { entry, planOf } from "./plans.js";

const never: History = () => null;
const MIB = 2 ** 20;

function options(changes: Partial<EstimateOptions> = {}): EstimateOptions {
  return { devices: [{ runtime: "ort", cores: 2 }], history: never, ...changes };
}

function policy(timing: object) {
  return { rest: { policy: { timing } } };
}

test("what was measured before counts with every run of every draw, and a case's building once", () => {
  const workload = { power_law: 1.2, draws: 3 };
  const plan = planOf([entry({ tokens: [1, 8], workload })], policy({ fixed: { warmup: 2, runs: 8 } }));
  const { time } = estimatePlan(plan, options({ history: (_, { tokens = 0 }) => tokens / 100 }));
  expect(time.seconds).toBeCloseTo(SECONDS_PER_CASE + 3 * 10 * (0.01 + 0.08));
  expect(time).toMatchObject({ points: 2, pointsFromLedger: 2 });
});

test.each([
  ["its most runs", 0.001, 1 + 50],
  ["its budget", 0.1, 1 + 20],
  ["its fewest runs", 10, 1 + 5],
])("an adaptive policy is counted at %s", (_, seconds, runs) => {
  const timing = { adaptive: { warmup: 1, min_runs: 5, max_runs: 50, max_seconds: 2 } };
  const { time } = estimatePlan(planOf([entry()], policy(timing)), options({ history: () => seconds }));
  expect(time.seconds).toBeCloseTo(SECONDS_PER_CASE + runs * seconds);
});

test("points that nobody measured are expected by the roofline, and are told apart", () => {
  const plan = planOf([entry({ tokens: [1, 8] })]);
  const { time } = estimatePlan(plan, options({ history: (_, { tokens }) => (tokens === 8 ? 0.5 : null) }));
  expect(time).toMatchObject({ points: 2, pointsFromLedger: 1 });
  expect(time.seconds).toBeGreaterThan(0);
});

test("the roofline: more cores, fewer seconds; more ranks, less work", () => {
  const seconds = (plan: Plan, cores: number) =>
    estimatePlan(plan, options({ devices: [{ runtime: "ort", cores }] })).time.seconds ?? 0;
  const fixed = policy({ fixed: { warmup: 0, runs: 10 } });
  const whole = planOf([entry({ tokens: [512] })], fixed);
  expect(seconds(whole, 8)).toBeLessThan(seconds(whole, 2));
  expect(seconds(planOf([entry({ tokens: [512], tp: 8 })], fixed), 2)).toBeLessThan(seconds(whole, 2));
});

test("rank 0 has work at one token, however many ranks there are", () => {
  const plan = planOf([entry({ models: "deepseek-v3", ep: 64 })], policy({ fixed: { warmup: 0, runs: 1000 } }));
  expect(estimatePlan(plan, options()).time.seconds).toBeGreaterThan(SECONDS_PER_CASE + 1);
});

test("two devices share the cases, and no fewer seconds pass than the longest case takes", () => {
  const history: History = (_, { tokens = 0 }) => tokens;
  const plan = planOf(
    [entry({ tp: [1, 2, 4], tokens: [10] }), entry({ tp: 8, tokens: [90] })],
    policy({ fixed: { warmup: 0, runs: 1 } }),
  );
  const device = { runtime: "ort", cores: 1 };
  const seconds = (count: number) =>
    estimatePlan(plan, options({ history, devices: Array.from({ length: count }, () => device) })).time.seconds;
  expect(seconds(1)).toBe(120 + 4 * SECONDS_PER_CASE);
  expect(seconds(2)).toBe(90 + SECONDS_PER_CASE);
});

test("arms count once each, under their own policy", () => {
  const plan = planOf([entry()], policy({ fixed: { warmup: 0, runs: 2 } }));
  const arm = (runs: number) => ({
    name: `${runs}`,
    policy: { ...plan.policy, timing: { kind: "fixed" as const, warmup: 0, runs } },
  });
  const { time } = estimatePlan({ ...plan, arms: [arm(2), arm(8)] }, options({ history: () => 1 }));
  expect(time).toEqual({ seconds: 10 + 2 * SECONDS_PER_CASE, points: 2, pointsFromLedger: 2 });
});

test("memory is what the runtime lays out; scratch is the longest of each file, which cases share", () => {
  const { cases, scratchBytes } = estimatePlan(planOf([entry({ tp: [8, 4], dtype: ["fp32", "int4"] })]), options());
  const memory = [...cases.values()].map(({ memoryBytes }) => (memoryBytes ?? 0) / MIB);
  // 4-bit weights have a 4-byte scale for each block of 32: a quarter more.
  expect(memory).toEqual([672, 1344, 84 * 1.25, 168 * 1.25]);
  expect(scratchBytes / MIB).toBe(1344 + 168 * 1.25);
});

test("what another callback builds is not known here", () => {
  const { cases, scratchBytes } = estimatePlan(planOf([entry({ callback: "mine/moe" })]), options());
  expect([...cases.values()].map(({ memoryBytes }) => memoryBytes)).toEqual([null]);
  expect(scratchBytes).toBe(0);
});

test("whatever a plan lets through, the runtime can lay out", () => {
  const everything = { models: shippedModels(), dtype: ["fp32", "int4"], tp: [1, 2, 8], ep: [1, 4, 64] };
  const { cases } = planOf([entry(everything)]);
  expect(cases.length).toBeGreaterThan(100);
  for (const planned of cases) {
    expect(ortMemory(planned.case)?.bytes).toBeGreaterThanOrEqual(planned.weightBytes);
  }
});
