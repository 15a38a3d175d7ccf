import fc from "fast-check";
import { mean, sampleStandardDeviation } from "simple-statistics";
import { expect, test } from "vitest";
import { equivalence } from "../../../src/experiment/equivalence.js";

type Pair = readonly [first: number, second: number];

/** Pairs whose ratios are e to these powers. */
function pairsOf(logs: readonly number[]): Pair[] {
  return logs.map((log, index) => [index + 1, (index + 1) * Math.exp(log)]);
}

// Student's t at 95 %, as printed in every table of it.
test.each([
  [1, 6.314],
  [2, 2.92],
  [4, 2.132],
  [9, 1.833],
  [29, 1.699],
])("the interval is that of t with %s degrees of freedom: %s standard errors", (degrees, t) => {
  const logs = Array.from({ length: degrees + 1 }, (_, index) => 0.03 * Math.sin(index * index));
  const { interval, ratio } = equivalence(pairsOf(logs), 0.1);
  const [low = NaN, high = NaN] = interval?.map(Math.log) ?? [];
  const standardError = sampleStandardDeviation(logs) / Math.sqrt(logs.length);
  expect((high - low) / 2 / standardError).toBeCloseTo(t, 3);
  expect((high + low) / 2).toBeCloseTo(mean(logs), 12);
  expect(Math.log(ratio ?? NaN)).toBeCloseTo(mean(logs), 12);
});

test.each([
  ["within the margin", [0.01, -0.02, 0.015, 0, -0.01], "equivalent"],
  ["slower beyond it", [0.25, 0.3, 0.28, 0.26, 0.31], "different"],
  ["faster beyond it", [-0.25, -0.3, -0.28, -0.26, -0.31], "different"],
  ["too scattered to tell", [0.4, -0.35, 0.5, -0.1, 0.05], "inconclusive"],
  ["a clear difference that may be smaller than the margin", [0.05, 0.09, 0.12, 0.07, 0.11], "inconclusive"],
])("%s: %j is %s", (_what, logs, verdict) => {
  expect(equivalence(pairsOf(logs), 0.1).verdict).toBe(verdict);
});

test("one point or none tells nothing", () => {
  expect(equivalence([], 0.1)).toEqual({
    verdict: "inconclusive",
    pairs: 0,
    margin: 0.1,
    ratio: null,
    interval: null,
    effectSize: null,
  });
  expect(equivalence([[10, 11]], 0.1)).toMatchObject({ verdict: "inconclusive", pairs: 1, ratio: 1.1, interval: null });
});

test("ratios that do not vary are told by their mean alone, without an effect size", () => {
  const same = equivalence(
    [
      [10, 10],
      [20, 20],
      [7, 7],
    ],
    0.1,
  );
  expect(same).toMatchObject({ verdict: "equivalent", ratio: 1, interval: [1, 1], effectSize: null });
  const slower = equivalence(
    [
      [8, 16],
      [16, 32],
    ],
    0.1,
  );
  expect(slower).toMatchObject({ verdict: "different", ratio: 2, effectSize: null });
});

test("the effect size is the mean of the log ratios in standard deviations", () => {
  const logs = [0.1, 0.2, 0.3];
  expect(equivalence(pairsOf(logs), 0.1).effectSize).toBeCloseTo(2, 12);
});

const latency = fc.double({ min: 0.01, max: 1000, noNaN: true });
const nearPairs = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 4, maxLength: 30 });
const manyPairs = fc.array(fc.tuple(latency, latency), { minLength: 2, maxLength: 30 });

test("property: swapping the arms turns the ratio round and keeps the verdict", () => {
  fc.assert(
    fc.property(manyPairs, (pairs) => {
      const there = equivalence(pairs, 0.1);
      const back = equivalence(
        pairs.map(([first, second]): Pair => [second, first]),
        0.1,
      );
      expect(back.verdict).toBe(there.verdict);
      expect((back.ratio ?? NaN) * (there.ratio ?? NaN)).toBeCloseTo(1, 9);
    }),
  );
});

test("property: what is equivalent within a margin is so within any larger one", () => {
  fc.assert(
    fc.property(nearPairs, fc.double({ min: 0.01, max: 1, noNaN: true }), (logs, margin) => {
      fc.pre(equivalence(pairsOf(logs), margin).verdict === "equivalent");
      expect(equivalence(pairsOf(logs), margin * 1.5).verdict).toBe("equivalent");
    }),
  );
});
