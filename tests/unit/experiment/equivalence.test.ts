import fc from "fast-check";
import { mean, sampleStandardDeviation } from "simple-statistics";
import { expect, test } from "vitest";
import { equivalence, type Pair } from "../../../src/experiment/equivalence.js";

/** Cases of one point each, whose ratios are e to these powers. */
function casesOf(logs: readonly number[]): Pair[][] {
  return logs.map((log, index) => [[index + 1, (index + 1) * Math.exp(log)]]);
}

function points(count: number, pair: Pair): Pair[] {
  return Array.from({ length: count }, () => pair);
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
  const { interval, ratio } = equivalence(casesOf(logs), 0.1);
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
  expect(equivalence(casesOf(logs), 0.1).verdict).toBe(verdict);
});

test("one case or none tells nothing, however many points it has", () => {
  expect(equivalence([], 0.1)).toEqual({
    verdict: "inconclusive",
    cases: 0,
    pairs: 0,
    margin: 0.1,
    ratio: null,
    interval: null,
    effectSize: null,
  });
  const alone = points(20, [10, 11]);
  expect(equivalence([alone, []], 0.1)).toMatchObject({ verdict: "inconclusive", cases: 1, pairs: 20, interval: null });
  expect(equivalence([alone], 0.1).ratio).toBeCloseTo(1.1, 12);
});

test("a case is one observation: a slow minute that hit all points of one is no proof of a difference", () => {
  const slow = points(14, [20, 10]);
  const calm = points(14, [10, 10]);
  const { verdict, ratio, cases, pairs } = equivalence([slow, calm, calm], 0.1);
  expect({ verdict, cases, pairs }).toEqual({ verdict: "inconclusive", cases: 3, pairs: 42 });
  expect(ratio).toBeCloseTo(2 ** (-1 / 3), 12);
  // Taken as 42 observations they would seem to differ.
  expect(
    equivalence(
      [...slow, ...calm, ...calm].map((pair) => [pair]),
      0.1,
    ).verdict,
  ).toBe("different");
});

test("ratios that do not vary are told by their mean alone, without an effect size", () => {
  const same = equivalence([[[10, 10]], [[20, 20]], [[7, 7]]], 0.1);
  expect(same).toMatchObject({ verdict: "equivalent", ratio: 1, interval: [1, 1], effectSize: null });
  const slower = equivalence([[[8, 16]], [[16, 32]]], 0.1);
  expect(slower).toMatchObject({ verdict: "different", ratio: 2, effectSize: null });
});

test("the effect size is the mean of the log ratios in standard deviations", () => {
  const logs = [0.1, 0.2, 0.3];
  expect(equivalence(casesOf(logs), 0.1).effectSize).toBeCloseTo(2, 12);
});

const latency = fc.double({ min: 0.01, max: 1000, noNaN: true });
const nearPairs = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 4, maxLength: 30 });
const manyCases = fc.array(fc.array(fc.tuple(latency, latency), { minLength: 1, maxLength: 5 }), {
  minLength: 2,
  maxLength: 30,
});

test("property: swapping the arms turns the ratio round and keeps the verdict", () => {
  fc.assert(
    fc.property(manyCases, (cases) => {
      const there = equivalence(cases, 0.1);
      const back = equivalence(
        cases.map((pairs) => pairs.map(([first, second]): Pair => [second, first])),
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
      fc.pre(equivalence(casesOf(logs), margin).verdict === "equivalent");
      expect(equivalence(casesOf(logs), margin * 1.5).verdict).toBe("equivalent");
    }),
  );
});
