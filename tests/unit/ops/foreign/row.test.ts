import fc from "fast-check";
import { expect, test } from "vitest";
import { pointKey } from "../../../../src/identity/keys.js";
import { readRow, type RowReading } from "../../../../src/ops/foreign/row.js";

const columns = [
  "framework",
  "version",
  "device",
  "op_name",
  "kernel_source",
  "num_tokens",
  "alpha",
  "latency",
  "power",
];
const cells = ["vllm", "1", "H200", "moe", "triton", "16", "1.01", "0.25", "400"];
const byDefault: RowReading = { latency: "latency", unit: "ms", points: null };

/** The row with other cells, by column. */
function rowWith(changes: Readonly<Record<string, string>>) {
  return { columns, cells: columns.map((column, index) => changes[column] ?? cells[index] ?? "") };
}

test("a row's place is all that it says of what was measured; who measured and the power are no part of it", () => {
  expect(readRow({ columns, cells }, byDefault)).toEqual({
    coordinates: { "op_name moe": 1, "kernel_source triton": 1, num_tokens: 16, "alpha 1.01": 1 },
    latencyNs: 250_000,
    kernel: "triton",
  });
});

test("with columns named, they alone are its place", () => {
  const reading = { ...byDefault, points: ["num_tokens"] };
  expect(readRow({ columns, cells }, reading)?.coordinates).toEqual({ num_tokens: 16 });
});

test.each([
  ["s", 0.25e9],
  ["ms", 0.25e6],
  ["us", 250],
  ["ns", 0.25],
] as const)("a latency in %s is told in ns", (unit, latencyNs) => {
  expect(readRow({ columns, cells }, { ...byDefault, unit })?.latencyNs).toBe(latencyNs);
});

test.each(["0", "-1", "nan", "inf", "Infinity", "", "1,234", "0x10", "1e999", "12 ms"])(
  "a latency of %j is refused by its column",
  (latency) => {
    expect(() => readRow(rowWith({ latency }), byDefault)).toThrow(
      /^a row's latency is (empty|.*): no duration above 0$/,
    );
  },
);

test("a header that stands there again is no row", () => {
  expect(readRow({ columns, cells: [...columns] }, byDefault)).toBeNull();
});

test("a header that names a column twice is refused", () => {
  const twice = { columns: ["tokens", "latency", "tokens"], cells: ["1", "1", "2"] };
  expect(() => readRow(twice, byDefault)).toThrow("names the column tokens twice");
});

test("a row with fewer or more cells than columns is refused", () => {
  expect(() => readRow({ columns, cells: cells.slice(1) }, byDefault)).toThrow("8 cells under 9 columns");
  expect(() => readRow({ columns, cells: [...cells, "1"] }, byDefault)).toThrow("10 cells under 9 columns");
});

test("a column that is asked for and not there is refused by the field that asked, with those that are there", () => {
  expect(() => readRow({ columns, cells }, { ...byDefault, latency: "time" })).toThrow(
    /no column time \(`rows\.latency`\); they have: framework, version/,
  );
  expect(() => readRow({ columns, cells }, { ...byDefault, points: ["m"] })).toThrow("no column m (`rows.points`)");
});

test("without a kernel's column, or with an empty one, no kernel is made up", () => {
  expect(readRow({ columns: ["tokens", "latency"], cells: ["1", "2"] }, byDefault)?.kernel).toBeNull();
  expect(readRow(rowWith({ kernel_source: "" }), byDefault)?.kernel).toBeNull();
});

const cell = fc.oneof(fc.string(), fc.nat().map(String), fc.double().map(String));

test("any cells make coordinates from 1 on, equal for equal cells alone, whatever the order of the columns", () => {
  const place = fc.tuple(cell, cell, cell);
  fc.assert(
    fc.property(place, place, (one, other) => {
      const read = (values: readonly string[], names = ["a", "b", "c"]) =>
        pointKey(
          "case",
          readRow({ columns: [...names, "latency"], cells: [...values, "1"] }, byDefault)?.coordinates ?? {},
        );
      for (const size of Object.values(
        readRow({ columns: ["a", "b", "c", "latency"], cells: [...one, "1"] }, byDefault)?.coordinates ?? {},
      )) {
        expect(size).toBeGreaterThanOrEqual(1);
        expect(Number.isSafeInteger(size)).toBe(true);
      }
      expect(read(one)).toBe(read(one.toReversed(), ["c", "b", "a"]));
      // "07" and "7" are one number.
      const asNumbers = (values: readonly string[]) =>
        values.map((value) => (/^0*[1-9]\d*$/.test(value) ? Number(value) : value));
      expect(read(one) === read(other)).toBe(JSON.stringify(asNumbers(one)) === JSON.stringify(asNumbers(other)));
    }),
    { numRuns: 2000 },
  );
});
