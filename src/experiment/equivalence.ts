import jstat from "jstat";
import { mean, sampleStandardDeviation } from "simple-statistics";
import type { Equivalence, EquivalenceVerdict } from "./findings.js";

const TEST_LEVEL = 0.05;

/**
 * Two one-sided t tests on the logarithms of paired latencies (Schuirmann 1987).
 * @param pairs latencies of one point in the first and second arm, in any unit
 * @param margin relative: 0.1 is from 1/1.1 to 1.1
 */
export function equivalence(pairs: readonly (readonly [first: number, second: number])[], margin: number): Equivalence {
  const logs = pairs.map(([first, second]) => Math.log(second / first));
  const common = { pairs: pairs.length, margin, ratio: logs.length === 0 ? null : Math.exp(mean(logs)) };
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
