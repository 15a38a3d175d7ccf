import { array, assert, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { binsOf } from "../../../web/charts/bins.js";
import { decadeTicks, evenTicks, powerTicks } from "../../../web/charts/log-ticks.js";

const ranges = record({
  min: double({ min: 1e-3, max: 1e4, noNaN: true }),
  factor: double({ min: 1.05, max: 1e6, noNaN: true }),
  most: integer({ min: 2, max: 20 }),
}).map(({ min, factor, most }) => ({ min, max: min * factor, most }));

describe.each([
  ["decades", decadeTicks],
  ["powers of two", powerTicks],
  ["even", evenTicks],
])("ticks: %s", (_name, ticksOf) => {
  test("lie in their range, rise, and are no more than fit", () => {
    assert(
      property(ranges, (range) => {
        const ticks = ticksOf(range);
        expect(ticks.every((tick) => tick >= range.min * (1 - 1e-9) && tick <= range.max * (1 + 1e-9))).toBe(true);
        expect(ticks.every((tick, index) => index === 0 || tick > (ticks[index - 1] ?? 0))).toBe(true);
        expect(ticks.length).toBeLessThanOrEqual(range.most + 1);
      }),
    );
  });
});

test("decades are divided as finely as fits", () => {
  expect(decadeTicks({ min: 0.8, max: 120, most: 8 })).toEqual([1, 2, 5, 10, 20, 50, 100]);
  expect(decadeTicks({ min: 0.8, max: 12_000, most: 5 })).toEqual([1, 10, 100, 1000, 10_000]);
});

test("a range within one decade still gets several ticks", () => {
  expect(decadeTicks({ min: 6.1, max: 7.2, most: 6 })).toEqual([6.2, 6.4, 6.6, 6.8, 7, 7.2]);
});

test("token counts are thinned evenly", () => {
  expect(powerTicks({ min: 0.8, max: 5000, most: 7 })).toEqual([1, 4, 16, 64, 256, 1024, 4096]);
});

describe("bins of a distribution", () => {
  test("hold every value once", () => {
    assert(
      property(array(double({ min: 0.1, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 200 }), (values) => {
        expect(binsOf(values).reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length);
      }),
    );
  });

  test("are one for equal values and none for none", () => {
    expect(binsOf([3, 3])).toEqual([{ from: 3, to: 3, count: 2 }]);
    expect(binsOf([])).toEqual([]);
  });
});
