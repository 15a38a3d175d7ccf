import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/identity/canonical-json.js";
import { keyOf, pointKey } from "../../../src/identity/keys.js";

test("canonical JSON sorts keys, leaves out spaces and undefined, and writes numbers in their shortest form", () => {
  expect(canonicalJson({ b: [1, 2.5, -0], a: { d: null, c: true }, e: undefined })).toBe(
    '{"a":{"c":true,"d":null},"b":[1,2.5,0]}',
  );
});

test("what JSON cannot carry is refused with its path", () => {
  expect(() => canonicalJson({ a: [1, Number.NaN] })).toThrow("$.a[1] is NaN");
  expect(() => canonicalJson({ a: 1n })).toThrow("$.a is a bigint");
});

test("a key does not depend on the order in which properties were written", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed());
      expect(keyOf(reversed)).toBe(keyOf(value));
    }),
    { numRuns: 2000 },
  );
});

test("canonical JSON is JSON of the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 2000 },
  );
});

test("a point's key holds its case and its coordinates, whatever the order of axes", () => {
  expect(pointKey("c", { batch: 1, tokens: 2 })).toBe(pointKey("c", { tokens: 2, batch: 1 }));
  expect(pointKey("c", { tokens: 2 })).not.toBe(pointKey("c", { tokens: 3 }));
  expect(pointKey("c", { tokens: 2 })).not.toBe(pointKey("d", { tokens: 2 }));
});
