import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CampaignFileInvalid } from "../../../src/plan/problem.js";
import { entry, planOf } from "./plans.js";
import { moeOf } from "../../fixtures/moe-of.js";

function tokensOf(tokens: unknown): unknown[] {
  return planOf([entry({ tokens })]).cases.flatMap(({ coordinates }) => coordinates.map((at) => at["tokens"]));
}

function messagesOf(changes: Readonly<Record<string, unknown>>): string[] {
  try {
    planOf([entry(changes)]);
  } catch (error) {
    if (error instanceof CampaignFileInvalid) return error.problems.map(({ field, message }) => `${field}: ${message}`);
    throw error;
  }
  return [];
}

test.each<[string, unknown, number[]]>([
  ["one number", 3, [3]],
  ["a list, in its own order", [4, 1], [4, 1]],
  ["a range by factor", { from: 1, to: 20, factor: 2 }, [1, 2, 4, 8, 16]],
  ["a range by a broken factor, each value once", { from: 1, to: 4, factor: 1.5 }, [1, 2, 3]],
  ["a range by step", { from: 64, to: 200, step: 64 }, [64, 128, 192]],
  ["a range of one value", { from: 8, to: 8, step: 64 }, [8]],
])("tokens: %s", (_, written, values) => {
  expect(tokensOf(written)).toEqual(values);
});

test("a range keeps within its ends and grows at every step", () => {
  const sizes = fc.integer({ min: 1, max: 5000 });
  const by = fc.oneof(
    fc.record({ factor: fc.double({ min: 1.01, max: 9, noNaN: true }) }),
    fc.record({ step: fc.integer({ min: 1, max: 600 }) }),
  );
  fc.assert(
    fc.property(sizes, sizes, by, (one, other, growth) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const values = tokensOf({ from, to, ...growth }).map(Number);
      expect(values[0]).toBe(from);
      expect(Math.max(...values)).toBeLessThanOrEqual(to);
      expect(values).toEqual([...new Set(values)].sort((left, right) => left - right));
    }),
    { numRuns: 2000 },
  );
});

test("tp and ep are axes like tokens", () => {
  const plan = planOf([entry({ tp: { from: 1, to: 4, factor: 2 }, ep: { from: 2, to: 8, step: 6 } })]);
  expect(plan.cases.map(({ case: layer }) => [moeOf(layer).tp, moeOf(layer).ep])).toEqual([
    [1, 2],
    [1, 8],
    [2, 2],
    [2, 8],
    [4, 2],
    [4, 8],
  ]);
});

test("a power law may list its exponents; 0 is the balanced workload, and has its key", () => {
  const plan = planOf([entry({ workload: ["balanced", { power_law: [0, 1.01, 1.2], draws: 5, seed: 0 }] })]);
  expect(plan.cases.map(({ name }) => name)).toEqual([
    "moe mixtral-8x7b fp32 balanced",
    "moe mixtral-8x7b fp32 power_law_1.01",
    "moe mixtral-8x7b fp32 power_law_1.2",
  ]);
});

test.each<[Readonly<Record<string, unknown>>, string]>([
  [{ tokens: { from: 1, to: 8 } }, "cases[0].tokens: takes `from`, `to` and one of `factor` and `step`"],
  [{ tokens: { from: 1, to: 8, step: 1, factor: 2 } }, "cases[0].tokens: takes `from`, `to` and one of"],
  [{ tokens: { from: 1, to: 8, step: 0 } }, "cases[0].tokens.step: must be at least 1"],
  [{ tokens: { from: 1, to: 1e9, step: 1 } }, "cases[0].tokens.step: makes more than 100000 values"],
  [
    { tokens: { from: 1, to: 8, step: 7, facto: 2 } },
    "cases[0].tokens.facto: is no field that Assay knows here; did you mean factor?",
  ],
  [{ tp: [8, 8] }, "cases[0].tp[1]: 8 stands twice in the list"],
  [{ tp: "8" }, "cases[0].tp: must be a whole number of ranks"],
  [{ ep: null }, "cases[0].ep: must be a whole number of ranks"],
  [{ ep: [] }, "cases[0].ep: is an empty list"],
  [{ dtype: [] }, "cases[0].dtype: is an empty list"],
  [{ dtype: 8 }, "cases[0].dtype: Invalid input: expected string, received number (here: 8)"],
  [{ models: ["mixtral-8x7b", 8] }, "cases[0].models[1]: Invalid input: expected string, received number (here: 8)"],
  [{ workload: "balancd" }, "cases[0].workload: must be balanced, or a power law like {power_law: 1.2"],
  [{ workload: { power_law: -1 } }, "cases[0].workload.power_law: must be 0 or above (here: -1)"],
  [
    { workload: [{ power_law: 1.2, sed: 1 }] },
    "cases[0].workload[0].sed: is no field that Assay knows here; did you mean seed?",
  ],
])("%j is told in the words of the form that was written", (changes, message) => {
  expect(messagesOf(changes)).toEqual([expect.stringContaining(message)]);
});
