import { relativeMedianInterval } from "./median-interval.js";
import type { TimingPolicy } from "./timing-policy.js";

type AdaptivePolicy = Extract<TimingPolicy, { kind: "adaptive" }>;

const NS_PER_SECOND = 1e9;

/**
 * Whether a series takes another timed sample after those it has; asked before each one, the first too.
 * Pure, and cheap enough to be asked between two samples: it sorts only at some sample counts (see `looksAt`).
 * @param samplesNs the timed samples of the series, in any order, without the warm-up
 * @param elapsedNs time since its first timed sample began
 */
export function wantsMore(policy: TimingPolicy, samplesNs: readonly number[], elapsedNs: number): boolean {
  const n = samplesNs.length;
  if (policy.kind === "fixed") return n < policy.runs;
  if (n < policy.minRuns) return true;
  if (n >= policy.maxRuns || elapsedNs >= policy.maxSeconds * NS_PER_SECOND) return false;
  return !looksAt(policy, n) || !isPrecise(policy, samplesNs);
}

/**
 * Whether the interval is computed at n samples: at `minRuns`, then up to eight times in each doubling of n.
 * Fewer looks cost less, and each look at noise is one more chance to stop on a lucky streak.
 */
function looksAt(policy: AdaptivePolicy, n: number): boolean {
  const log2 = 31 - Math.clz32(n);
  return n === policy.minRuns || n % 2 ** Math.max(0, log2 - 3) === 0;
}

function isPrecise(policy: AdaptivePolicy, samplesNs: readonly number[]): boolean {
  const interval = relativeMedianInterval(Float64Array.from(samplesNs).sort());
  return interval !== null && interval <= policy.targetCi;
}
