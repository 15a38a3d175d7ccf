import { expect, test } from "vitest";
import type { CaseFilter } from "../../../src/plan/case-filter.js";
import { CaseNotFound, findCase } from "../../../src/plan/find-case.js";
import { FilterMatchesNothing } from "../../../src/plan/filter-matches-nothing.js";
import { entry, keysOf, planOf } from "./plans.js";

const entries = [
  entry({ models: ["deepseek-v3", "deepseek-v3.2"], dtype: ["fp32", "int4"], ep: [8, 64] }),
  entry({ tp: [1, 8], dtype: "fp32" }),
  entry({ models: "qwen3-32b", dtype: "fp32" }),
];
const all = planOf(entries);

function namesOf(filter: CaseFilter): string[] {
  return planOf(entries, { filter }).cases.map(({ name }) => name);
}

function refusalOf(filter: CaseFilter): string {
  try {
    planOf(entries, { filter });
  } catch (error) {
    if (error instanceof FilterMatchesNothing) return error.message;
    throw error;
  }
  return "";
}

test("without a filter all cases are wanted", () => {
  expect(namesOf({})).toEqual(all.cases.map(({ name }) => name));
});

test("values of one field are alternatives, fields must all hold", () => {
  expect(namesOf({ tp: ["8"], model: ["mixtral-8x7b", "deepseek-v3"] })).toEqual([
    "moe mixtral-8x7b fp32 tp8 balanced",
  ]);
  expect(namesOf({ dtype: ["fp32", "int4"], op: ["moe"] })).toHaveLength(all.cases.length);
});

test("a merged case is chosen by any of its names, and keeps all", () => {
  const [one, two, ...others] = namesOf({ model: ["deepseek-v3.2"], ep: ["64"] });
  expect([one, two]).toEqual([
    "moe deepseek-v3+deepseek-v3.2 fp32 ep64 balanced",
    "moe deepseek-v3+deepseek-v3.2 int4 ep64 balanced",
  ]);
  expect(others).toEqual([]);
});

test("a filter changes no key and no order", () => {
  const kept = new Set(keysOf(planOf(entries, { filter: { dtype: ["fp32"] } })));
  expect([...kept]).toEqual(keysOf(all).filter((key) => kept.has(key)));
});

test("keys are chosen by their first digits", () => {
  const [first] = keysOf(all);
  expect(keysOf(planOf(entries, { filter: { key: [first?.slice(0, 10) ?? ""] } }))).toEqual([first]);
});

test("refusals are those of the chosen cases", () => {
  const { cases, refusals } = planOf(entries, { filter: { model: ["qwen3-32b"] } });
  expect(cases).toEqual([]);
  expect(refusals.map(({ reason, count }) => [reason, count])).toEqual([["the model has no MoE layer", 1]]);
  expect(planOf(entries, { filter: { model: ["mixtral-8x7b"] } }).refusals).toEqual([]);
});

test.each<[CaseFilter, string]>([
  [
    { model: ["mixtral"] },
    "no case has --model mixtral (did you mean mixtral-8x7b?); there are: deepseek-v3, deepseek-v3.2, mixtral-8x7b, qwen3-32b",
  ],
  [{ tp: ["8", "3"] }, "no case has --tp 3; there are: 1, 8"],
  [{ ep: ["eight"] }, "no case has --ep eight; there are: 1, 8, 64"],
  [{ op: ["gemm"] }, "no case has --op gemm; there are: moe"],
])("%j matches nothing, and says what there is", (filter, message) => {
  expect(refusalOf(filter)).toBe(message);
});

test("where each value is there but no case has all, what the others leave is told", () => {
  expect(refusalOf({ model: ["mixtral-8x7b"], dtype: ["int4"] })).toBe(
    [
      "no case has --model mixtral-8x7b and --dtype int4, all at once",
      "  with the others, model is: deepseek-v3, deepseek-v3.2",
      "  with the others, dtype is: fp32",
    ].join("\n"),
  );
});

test("an unambiguous beginning of a key finds its case; others list the cases", () => {
  const [first, second] = all.cases;
  expect(findCase(all, first?.key.slice(0, 12) ?? "")).toBe(first);
  expect(() => findCase(all, "")).toThrow(`begins the keys of ${all.cases.length} cases`);
  expect(() => findCase(all, "")).toThrow(second?.name);
  expect(() => findCase(all, "xyz")).toThrow(CaseNotFound);
  expect(() => findCase(all, "xyz")).toThrow(first?.name);
});
