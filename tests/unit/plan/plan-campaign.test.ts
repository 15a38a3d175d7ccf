import { expect, test } from "vitest";
import { planCampaign } from "../../../src/plan/plan-campaign.js";

function planOf(cases: string, rest = "") {
  return planCampaign(`devices: [{name: cpu0, runtime: ort}]\n${rest}cases:\n${cases}`, "campaign.yaml");
}

const mixtral = "  - {op: moe, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: [1, 2]}\n";

test("a case has the model's own shape, cut only by its parallel sizes", () => {
  const [planned] = planOf(mixtral).cases;
  expect(planned?.case).toMatchObject({ experts: 8, topK: 2, hidden: 4096, inter: 14336, tp: 8, ep: 1 });
  expect(planned?.weightBytes).toBe(672 * 2 ** 20);
  expect(planned?.coordinates).toEqual([{ tokens: 1 }, { tokens: 2 }]);
});

test("lists are multiplied, and one case asked for twice is one case with the points of both", () => {
  const plan = planOf(
    `${mixtral}  - {op: moe, models: mixtral-8x7b, dtype: [fp32, int4], tp: [8, 4], tokens: [2, 4]}\n`,
  );
  expect(plan.cases.map(({ name }) => name)).toEqual([
    "moe mixtral-8x7b fp32 tp8 balanced",
    "moe mixtral-8x7b fp32 tp4 balanced",
    "moe mixtral-8x7b int4 tp8 balanced",
    "moe mixtral-8x7b int4 tp4 balanced",
  ]);
  expect(plan.cases[0]?.coordinates.map((coordinates) => coordinates["tokens"])).toEqual([1, 2, 4]);
});

test("defaults that are spelled out change no key", () => {
  const spelled = planOf(
    "  - {op: moe, runtime: ort, callback: moe, models: [mixtral-8x7b], dtype: [fp32], tp: [8], ep: [1], workload: balanced, tokens: [1]}\n",
  );
  expect(spelled.cases[0]?.key).toBe(planOf(mixtral).cases[0]?.key);
});

test("keys do not depend on order, on the sweep's other points, or on policy", () => {
  const other = "  - {op: moe, models: qwen3-30b-a3b, dtype: int4, tokens: [1]}\n";
  const keys = (plan: ReturnType<typeof planOf>) => plan.cases.map(({ key }) => key);
  const first = keys(planOf(mixtral + other));
  const second = keys(planOf(other + mixtral.replace("[1, 2]", "[64]"), "policy: {reclaim: never}\n"));
  expect(second).toEqual(first.toReversed());
});

test("illegal cases are refused with a reason and counted; a plan may be left with none", () => {
  const plan = planOf("  - {op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: [3, 5], tokens: [1]}\n");
  expect(plan.cases).toEqual([]);
  expect(plan.refusals.map(({ reason, count }) => [reason, count])).toEqual([
    ["EP 3 of 128 experts: no equal shares", 1],
    ["EP 5 of 128 experts: no equal shares", 1],
  ]);
});

test("a power law of exponent 0 is the balanced workload, and has its key", () => {
  const plan = planOf(mixtral.replace("tokens", "workload: [balanced, {power_law: 0}], tokens"));
  expect(plan.cases).toHaveLength(1);
});

test("two layers that would share a row of a table are refused, naming models and fields", () => {
  const workload = "workload: [{power_law: 1.2, seed: 1}, {power_law: 1.2, seed: 2}]";
  expect(() => planOf(mixtral.replace("tokens", `${workload}, tokens`))).toThrow(
    /mixtral-8x7b and mixtral-8x7b would share one row .*workload\.seed \(1 and 2\)/,
  );
});

test("the same text gives the same plan", () => {
  expect(JSON.stringify(planOf(mixtral))).toBe(JSON.stringify(planOf(mixtral)));
});
