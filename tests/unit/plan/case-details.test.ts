import { expect, test } from "vitest";
import { pointKey } from "../../../src/identity/keys.js";
import { moeBytes, moeFlop } from "../../../src/ops/moe/cost.js";
import { type CaseDetails, caseDetails } from "../../../src/plan/case-details.js";
import { estimatePlan } from "../../../src/plan/plan-estimate.js";
import { caseText } from "../../../src/view/terminal/case-text.js";
import { type Entry, entry, planOf } from "./plans.js";
import { moeOf } from "../../fixtures/moe-of.js";

const around = { cores: 2, history: () => null };

function detailsOf(changes: Entry): CaseDetails {
  const [planned] = planOf([entry(changes)]).cases;
  if (!planned) throw new Error("the entry makes no case");
  return caseDetails(planned, around);
}

test("a case is shown with its points' keys and cost", () => {
  const { planned, table, points } = detailsOf({ tokens: [1, 64], tp: 8 });
  expect(table).toMatchObject({ moe_dtype: "fp32", num_experts: 8, moe_tp_size: 8, distribution: "balanced" });
  expect(points.map(({ key }) => key)).toEqual([1, 64].map((tokens) => pointKey(planned.key, { tokens })));
  expect(points[1]?.flop).toBe(moeFlop(moeOf(planned.case), 64));
  expect(points[1]?.bytes).toBe(moeBytes(moeOf(planned.case), 64));
  expect(points[0]?.expected?.source).toBe("roofline");
});

test("DeepSeek-V3, balanced over 8 ranks: rank 0 has an eighth, and no expert more than its share", () => {
  const { points } = detailsOf({ models: "deepseek-v3", ep: 8, tokens: [8, 64, 1024] });
  expect(points.map(({ draws }) => draws)).toEqual([
    [{ draw: 0, least: 0, most: 1, rank0Share: 0.125 }],
    [{ draw: 0, least: 2, most: 2, rank0Share: 0.125 }],
    [{ draw: 0, least: 32, most: 32, rank0Share: 0.125 }],
  ]);
});

test("a power law shows each draw, with rank 0 the busiest", () => {
  const { points } = detailsOf({
    models: "qwen3-30b-a3b",
    ep: 8,
    tokens: [256],
    workload: { power_law: 1.2, draws: 3 },
  });
  const draws = points[0]?.draws ?? [];
  expect(draws.map(({ draw }) => draw)).toEqual([0, 1, 2]);
  for (const { rank0Share, most } of draws) {
    expect(rank0Share).toBeGreaterThan(1 / 8);
    expect(most).toBeGreaterThan((256 * 8) / 128);
  }
});

test("without expert parallelism rank 0 has all", () => {
  expect(detailsOf({ tokens: [16] }).points[0]?.draws?.[0]).toMatchObject({ rank0Share: 1, least: 4, most: 4 });
});

test("planning works out no workload: a billion tokens are planned at once, and shown without their spread", () => {
  const { points } = detailsOf({ tokens: [1_000_000_000] });
  expect(points[0]?.draws).toBeNull();
});

test("people see the whole case", () => {
  const plan = planOf([entry({ tokens: [1, 64], workload: { power_law: 1.2, draws: 2 }, ep: 2 })]);
  const [planned] = plan.cases;
  if (!planned) throw new Error("the plan has no case");
  const estimate = estimatePlan(plan, { devices: [{ runtime: "ort", cores: 2 }], history: () => null });
  const text = caseText(caseDetails(planned, around), estimate);
  for (const part of [planned.key, "routing.renormalise", "workload.alpha", "table distribution", "power_law_1.2"]) {
    expect(text).toContain(part);
  }
  for (const at of planned.coordinates) expect(text).toContain(pointKey(planned.key, at));
});
