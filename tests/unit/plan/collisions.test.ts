import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PlanRefused } from "../../../src/plan/plan-refused.js";
import { temporaryFolder } from "../../e2e/assay.js";
import { type Entry, entry, planOf } from "./plans.js";

function refusalOf(entries: readonly Entry[]): string {
  try {
    planOf(entries);
  } catch (error) {
    if (error instanceof PlanRefused) return error.message;
    throw error;
  }
  return "";
}

/** Files of models that are one layer but for a field; they are called by their files. */
function models(...configs: readonly Readonly<Record<string, unknown>>[]): string[] {
  const folder = temporaryFolder();
  const base = {
    model_type: "qwen3_moe",
    hidden_size: 2048,
    moe_intermediate_size: 768,
    num_experts: 128,
    num_experts_per_tok: 8,
  };
  return configs.map((config, index) => {
    const file = join(folder, `model-${index}.json`);
    writeFileSync(file, JSON.stringify({ ...base, ...config }));
    return file;
  });
}

test("every pair that would share rows is told, with its fields and how many rows", () => {
  const three = models({}, { norm_topk_prob: false }, { norm_topk_prob: false, scoring_func: "sigmoid" });
  const message = refusalOf([entry({ models: three, tp: [1, 2], ep: [1, 4] })]);
  expect(message).toContain(
    "model-0 and model-1 would share 4 rows of the table (fp32 tp1 ep1 balanced, …), but are not the same layer: they differ in routing.renormalise (true and false)\n",
  );
  expect(message).toMatch(
    /model-0 and model-2 would share 4 rows .* differ in .*routing\.scoring \("softmax" and "sigmoid"\)/,
  );
});

test("more than ten pairs are counted", () => {
  const scales = models(...Array.from({ length: 14 }, (_, index) => ({ routed_scaling_factor: index })));
  const message = refusalOf([entry({ models: scales })]);
  expect(message.match(/would share/g)).toHaveLength(10);
  expect(message).toContain("and 3 more pairs");
});

test("draws and seed do not stand in a table: two of them collide", () => {
  const workload = [
    { power_law: 1.2, draws: 3 },
    { power_law: 1.2, draws: 5 },
  ];
  expect(refusalOf([entry({ workload })])).toContain("workload.draws (3 and 5)");
});

test("the same layer under several names collides with nobody: it is one case with all names", () => {
  const { cases } = planOf([entry({ models: models({}, { vocab_size: 7 }) })]);
  expect(cases.map(({ models: names }) => names)).toEqual([["model-0", "model-1"]]);
});

test("what is chosen of a plan is all that can collide", () => {
  const two = models({}, { norm_topk_prob: false });
  expect(planOf([entry({ models: two })], { filter: { model: ["model-1"] } }).cases).toHaveLength(1);
});
