import { expect, test } from "vitest";
import { type PairedOptions, planPaired } from "../../../src/plan/arms.js";
import { CampaignFileInvalid } from "../../../src/plan/problem.js";
import { PlanRefused } from "../../../src/plan/plan-refused.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { campaignText } from "../../fixtures/experiment-plan.js";

const FIXED = "{timing: {fixed: {warmup: 1, runs: 3}}}";

function paired(vary: string, options: Partial<PairedOptions> = {}, policy = FIXED) {
  return planPaired(campaignText(2, policy), "campaign.yaml", { vary, margin: 0.1, ...options });
}

test("arms differ in the varied field alone, and measure the campaign's own cases", () => {
  const plan = paired("reclaim=never,after-success");
  const [never, once] = plan.arms ?? [];
  expect([never?.name, once?.name]).toEqual(["reclaim=never", "reclaim=after-success"]);
  expect({ ...never?.policy, reclaim: "after-success" }).toEqual(once?.policy);
  expect(plan.cases).toEqual(planCampaign(campaignText(2, FIXED), "campaign.yaml").cases);
  expect(plan.experiment).toEqual({ vary: "reclaim", order: "interleaved", margin: 0.1 });
});

test.each([
  [
    "timing.fixed.runs=3,10",
    [
      { kind: "fixed", warmup: 1, runs: 3 },
      { kind: "fixed", warmup: 1, runs: 10 },
    ],
  ],
  [
    "timing={fixed: {runs: 9}},{fixed: {runs: 9, warmup: 0}}",
    [
      { kind: "fixed", warmup: 1, runs: 9 },
      { kind: "fixed", warmup: 0, runs: 9 },
    ],
  ],
])("any field can be varied: %s", (vary, timing) => {
  expect(paired(vary).arms?.map(({ policy }) => policy.timing)).toEqual(timing);
});

test("fields of the memory policy can be varied, and a budget in any arm makes it arm after arm", () => {
  const plan = paired("memory.budget=+1GiB,+2800MiB");
  expect(plan.arms?.map(({ policy }) => policy.memory.budgetBytes)).toEqual([2 ** 30, 2800 * 2 ** 20]);
  expect(plan.experiment?.order).toBe("arm-after-arm");
  expect(paired("memory.failed_layer_share=0.1,0.5").arms?.map(({ policy }) => policy.memory.failedLayerShare)).toEqual(
    [0.1, 0.5],
  );
  expect(paired("deadlines.point=5,600").arms?.map(({ policy }) => policy.deadlines.point)).toEqual([5, 600]);
});

test("three values are three arms", () => {
  expect(paired("reclaim=never,after-success,always").arms).toHaveLength(3);
});

test("of several rounds each has arms of its own, which take turns in going first", () => {
  const plan = paired("reclaim=never,after-success", { rounds: 2 });
  expect(plan.arms?.map(({ name, side, round }) => [name, side, round])).toEqual([
    ["reclaim=never round 1", "reclaim=never", 1],
    ["reclaim=after-success round 1", "reclaim=after-success", 1],
    ["reclaim=after-success round 2", "reclaim=after-success", 2],
    ["reclaim=never round 2", "reclaim=never", 2],
  ]);
  expect(plan.arms?.map(({ policy }) => policy.reclaim)).toEqual(["never", "after-success", "after-success", "never"]);
  expect(plan.experiment).toEqual({ vary: "reclaim", order: "interleaved", margin: 0.1, rounds: 2 });
  expect(paired("reclaim=never,after-success", { rounds: 1 })).toEqual(paired("reclaim=never,after-success"));
});

test("--memory-budget holds in every arm, over the file's own", () => {
  const file = "{memory: {budget: 1GiB, reachable_limit: 5GiB}}";
  const plan = paired("reclaim=never,always", { memoryBudget: "+2800MiB" }, file);
  const memory = { budgetBytes: 2800 * 2 ** 20, reachableLimitBytes: 5 * 2 ** 30, failedLayerShare: 0.1 };
  expect(plan.arms?.map(({ policy }) => policy.memory)).toEqual([memory, memory]);
  expect(plan.experiment?.order).toBe("arm-after-arm");
});

test("an order that was asked for holds, with a budget or without", () => {
  expect(paired("reclaim=never,always", { memoryBudget: "1GiB", order: "interleaved" }).experiment?.order).toBe(
    "interleaved",
  );
  expect(paired("reclaim=never,always", { order: "arm-after-arm" }).experiment?.order).toBe("arm-after-arm");
});

test.each([
  ["", "write a field of the policy and two or more values"],
  ["reclaim", "write a field of the policy and two or more values"],
  ["reclaim=", "write a field of the policy and two or more values"],
  ["=never,always", "write a field of the policy and two or more values"],
  ["reclaim=never", "write a field of the policy and two or more values"],
  ["reclaim=never,[", "write a field of the policy and two or more values"],
  ["reclaim=never,never", "two of these values are the same policy"],
  ["memory.budget=1GiB,1024MiB", "two of these values are the same policy"],
  ["reclaim=never,sometimes", "--vary reclaim=sometimes: reclaim: Invalid option"],
  ["reclaim=never,", "write a field of the policy and two or more values"],
  ["reclaim=never,~", "--vary reclaim=null: reclaim: Invalid option"],
  ["reclam=never,always", "--vary reclam=never: reclam is no field that Assay knows here; did you mean reclaim?"],
  ["memory.budgte=1GiB,2GiB", "memory.budgte is no field that Assay knows here; did you mean budget?"],
  ["memory.budget=1GiB,2", "--vary memory.budget=2: memory.budget: Invalid input: expected string"],
  ["memory.budget=1GiB,lots", 'memory.budget: must be a size like "512MiB"'],
  ["reclaim.mode=never,always", "--vary reclaim.mode=never: reclaim: Invalid option"],
  ["timing.fixed.runs=3,0", "--vary timing.fixed.runs=0: timing.fixed.runs: Too small"],
  ["timing.adaptive.max_runs=10,20", "timing: takes one of `fixed"],
  ["memory..budget=1GiB,2GiB", "is no field that Assay knows here"],
])("--vary %j is refused: %s", (vary, message) => {
  const refused = (() => {
    try {
      paired(vary);
    } catch (error) {
      return error;
    }
    return null;
  })();
  expect(refused).toBeInstanceOf(PlanRefused);
  expect(String(refused)).toContain(message);
});

test.each(["lots", "-1GiB", "2800", ""])("--memory-budget %j is refused", (memoryBudget) => {
  expect(() => paired("reclaim=never,always", { memoryBudget })).toThrow(
    /--memory-budget .*memory\.budget: must be a size/,
  );
});

test("several devices are refused: a difference could be the devices'", () => {
  const text = campaignText(1).replace("[{", "[{name: cpu1, runtime: ort}, {");
  expect(() => planPaired(text, "campaign.yaml", { vary: "reclaim=never,always", margin: 0.1 })).toThrow(
    /names 2 devices/,
  );
});

test("a mistake in the campaign file is told as in a plain plan", () => {
  expect(() => paired("reclaim=never,always", {}, "{reclaim: sometimes}")).toThrow(CampaignFileInvalid);
});
