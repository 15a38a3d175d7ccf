import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusalsText } from "../../../src/view/terminal/refusals-text.js";
import { temporaryFolder } from "../../e2e/assay.js";
import { type Entry, entry, planOf } from "./plans.js";

/** The reasons for which all of an entry's cases are refused. */
function reasonsOf(changes: Entry): (string | number)[][] {
  const { cases, refusals } = planOf([entry(changes)]);
  expect(cases).toEqual([]);
  return refusals.map(({ reason, count }) => [reason, count]);
}

function modelFile(config: Readonly<Record<string, unknown>>): string {
  const file = join(temporaryFolder(), "model.json");
  writeFileSync(file, JSON.stringify({ model_type: "qwen3_moe", hidden_size: 2048, ...config }));
  return file;
}

test.each<[string, Entry, string]>([
  ["ep that does not divide", { models: "deepseek-v3", ep: 3 }, "EP 3 of 256 experts: no equal shares"],
  ["ep above the experts", { ep: 16 }, "ep 16 of 8 experts: a rank would hold none"],
  ["tp that does not divide", { tp: 3 }, "tp 3 of width 14336: no equal shares"],
  ["a dtype that nobody knows", { dtype: "fp42" }, "dtype fp42 is not known"],
  ["a model without MoE", { models: "qwen3-32b" }, "the model has no MoE layer"],
])("%s is refused with its reason", (_, changes, reason) => {
  expect(reasonsOf(changes).map(([told]) => told)).toContain(reason);
});

test("what a runtime lacks is refused as unsupported by it", () => {
  for (const models of ["gemma-4-26b-a4b", "nemotron-3-nano-30b-a3b"]) {
    for (const [reason] of reasonsOf({ models })) expect(reason).toMatch(/^unsupported by runtime ort: /);
  }
});

test("a width of 1408 cannot be cut in 3", () => {
  const models = modelFile({ num_experts: 8, num_experts_per_tok: 2, moe_intermediate_size: 1408 });
  expect(reasonsOf({ models, tp: 3 })).toEqual([["tp 3 of width 1408: no equal shares", 1]]);
});

test("reasons are counted, with examples that differ", () => {
  const changes = {
    ep: [3, 5],
    tp: [1, 2],
    dtype: ["fp32", "int4"],
    workload: ["balanced", { power_law: [1.01, 1.2] }],
  };
  const { refusals } = planOf([entry(changes)]);
  expect(refusals.map(({ rule, reason, count }) => [rule, reason, count])).toEqual([
    ["ep divides experts", "EP 3 of 8 experts: no equal shares", 12],
    ["ep divides experts", "EP 5 of 8 experts: no equal shares", 12],
  ]);
  expect(refusals[0]?.examples).toEqual([
    "mixtral-8x7b fp32 tp1 ep3",
    "mixtral-8x7b fp32 tp2 ep3",
    "mixtral-8x7b int4 tp1 ep3",
  ]);
});

test("people see a rule once, with its commonest reasons", () => {
  const { refusals } = planOf([entry({ ep: [3, 5, 6, 7], workload: ["balanced", { power_law: 1.2 }] })]);
  expect(refusalsText(refusals)).toBe(
    [
      "refused: 8 cases (rule: ep divides experts)",
      "  2 × EP 3 of 8 experts: no equal shares, e.g. mixtral-8x7b fp32 tp1 ep3",
      "  2 × EP 5 of 8 experts: no equal shares, e.g. mixtral-8x7b fp32 tp1 ep5",
      "  2 × EP 6 of 8 experts: no equal shares, e.g. mixtral-8x7b fp32 tp1 ep6",
      "  and 1 more reason",
      "",
    ].join("\n"),
  );
});
