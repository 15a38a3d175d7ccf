import { expect, test } from "vitest";
import { keyOf } from "../../../../src/identity/keys.js";
import { type ForeignCase, foreignCaseSchema } from "../../../../src/ops/foreign/case.js";
import { foreignCaseName } from "../../../../src/ops/foreign/name.js";

function caseOf(...values: ForeignCase["arguments"]): ForeignCase {
  return foreignCaseSchema.parse({
    op: "foreign",
    runtime: "python",
    callback: "layers.collect:run",
    arguments: values,
  });
}

test("a case's key is that of its callback and its arguments, as the golden one", () => {
  const golden = "e9f9f32d8888a05a81099e40abaa24d534035911f68709a124bc808acc2e3643";
  expect(keyOf(caseOf("float16", 4096, { tuple: [1, 2] }, { float: "1.0" }))).toBe(golden);
});

test("a list, a tuple and a dictionary, a whole float and an integer are different arguments", () => {
  const keys = [[1], { tuple: [1] }, { dict: { tuple: [1] } }, 1, { float: "1.0" }, "1", true, null].map((value) =>
    keyOf(caseOf(value)),
  );
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  [caseOf(), "foreign run"],
  [caseOf("float16", 4096, true, null), "foreign run float16 4096 true null"],
  [
    caseOf([1, 2], { tuple: [1, [2]] }, { float: "1.0" }, { int: "9007199254740993" }),
    "foreign run [1,2] (1,[2]) 1.0 9007199254740993",
  ],
  [caseOf({ dict: { a: 1 } }), 'foreign run {"a":1}'],
  [caseOf("x".repeat(200)), `foreign run ${"x".repeat(80)}…`],
])("the name of case %# has its function and its arguments, cut where they are long", (layer, name) => {
  expect(foreignCaseName(layer)).toBe(name);
});
