import jstat from "jstat";
import { mean, sampleStandardDeviation } from "simple-statistics";
import type { Equivalence, EquivalenceVerdict } from "./findings.js";

const TEST_LEVEL = 0.05;

/** Latencies of one point in the first and second arm, in any unit. */
export type Pair = readonly [first: number, second: number];

/**
 * Two one-sided t tests on the logarithms of paired latencies (Schuirmann 1987), each case being one observation: its
 * points are measured within seconds of each other and share whatever slows the machine then.
 * @param cases the pairs of each case; a case without any counts for nothing
 * @param margin relative: 0.1 is from 1/1.1 to 1.1
 */
export function equivalence(cases: readonly (readonly Pair[])[], margin: number): Equivalence {
  const logs = cases
    .filter((pairs) => pairs.length > 0)
    .map((pairs) => mean(pairs.map(([first, second]) => Math.log(second / first))));
  const pairs = cases.reduce((sum, { length }) => sum + length, 0);
  const common = { cases: logs.length, pairs, margin, ratio: logs.length === 0 ? null : Math.exp(mean(logs)) };
  if (logs.length < 2) return { ...common, verdict: "inconclusive", interval: null, effectSize: null };
  const deviation = sampleStandardDeviation(logs);
  const half = (jstat.studentt.inv(1 - TEST_LEVEL, logs.length - 1) * deviation) / Math.sqrt(logs.length);
  const [low, high] = [mean(logs) - half, mean(logs) + half];
  return {
    ...common,
    verdict: verdictOf(low, high, Math.log(1 + margin)),
    interval: [Math.exp(low), Math.exp(high)],
    effectSize: deviation === 0 ? null : mean(logs) / deviation,
  };
}

function verdictOf(low: number, high: number, bound: number): EquivalenceVerdict {
  if (low > -bound && high < bound) return "equivalent";
  return low > bound || high < -bound ? "different" : "inconclusive";
}
