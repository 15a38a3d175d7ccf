import { median } from "simple-statistics";
import { ascending } from "./ascending.js";

/** Fewer samples on one side of a change tell a shift from two or three outliers poorly. */
const MIN_SEGMENT = 5;
/** A change within the first or last tenth is an edge effect; with this trim `criticalScore` has a limit. */
const MIN_SEGMENT_SHARE = 0.1;
/** Smaller changes are real at times but move no decision: two runs of one device differ by as much. */
const MIN_CHANGE = 0.05;

/** How a series moves. */
export interface Drift {
  /** Relative change of the median across the most likely change of level; 0 where none is beyond chance. */
  readonly change: number;
  /** The samples after the last change; `null` where there is none. */
  readonly steady: readonly number[] | null;
}

/**
 * Looks for a change of level in samples in the order in which they were taken.
 * Each split of the series is scored by the rank-sum test, so outliers and the shape of the noise do not matter. The
 * best one counts where its score is one that shuffled samples reach in 1 % of series and the medians differ by 5 %.
 * What lies after it is searched again, so that `steady` begins after the last change.
 * @param sorted the same samples in ascending order, where these are there already
 * @returns `null` for fewer than ten samples, which cannot tell.
 */
export function findDrift(samples: readonly number[], sorted: readonly number[] = ascending(samples)): Drift | null {
  if (samples.length < 2 * MIN_SEGMENT) return null;
  const first = splitAtChange(samples, sorted);
  if (first === null) return { change: 0, steady: null };
  let steady = first.after;
  for (let next = splitAgain(steady); next !== null; next = splitAgain(steady)) steady = next.after;
  return { change: first.change, steady };
}

interface Split {
  readonly change: number;
  readonly after: readonly number[];
}

function splitAgain(samples: readonly number[]): Split | null {
  return splitAtChange(samples, ascending(samples));
}

function splitAtChange(samples: readonly number[], sorted: readonly number[]): Split | null {
  if (!mayChange(sorted)) return null;
  const at = bestSplit(samples, sorted);
  if (at === null) return null;
  const after = samples.slice(at);
  const change = median(after) / median(samples.slice(0, at)) - 1;
  return Math.abs(change) >= MIN_CHANGE ? { change, after } : null;
}

/**
 * Whether medians of two parts can differ by as much as matters. Half of a part's samples, and each part has at least
 * `MIN_SEGMENT`, lie on either side of its median: no median is beyond the samples that are that far from the ends.
 */
function mayChange(sorted: readonly number[]): boolean {
  const beyond = Math.floor((MIN_SEGMENT - 1) / 2);
  return (sorted.at(-1 - beyond) ?? Infinity) >= (1 + MIN_CHANGE) * (sorted[beyond] ?? 0);
}

/** Index of the first sample after the most likely change, where that one is beyond chance. */
function bestSplit(samples: readonly number[], sorted: readonly number[]): number | null {
  const n = samples.length;
  const margin = Math.max(MIN_SEGMENT, Math.ceil(n * MIN_SEGMENT_SHARE));
  const { ranks, tieCorrection } = rank(samples, sorted);
  let best: number | null = null;
  let bestScore = criticalScore(n);
  let rankSum = 0;
  for (let before = 1; before <= n; before += 1) {
    rankSum += ranks[before - 1] ?? 0;
    if (before < margin || n - before < margin) continue;
    const variance = ((before * (n - before)) / 12) * (n + 1 - tieCorrection);
    const score = Math.abs(rankSum - (before * (n + 1)) / 2) / Math.sqrt(variance);
    if (score > bestScore) [best, bestScore] = [before, score];
  }
  return best;
}

/**
 * The score that the best split of n shuffled samples passes in 1 % of series. Rank sums do not depend on the samples'
 * distribution, so one curve holds for all: fitted to 200,000 shuffles each at n = 10 … 1,000 (2.40 at 10, 2.97 at 20,
 * 3.38 at 100, 3.54 at 1,000); its limit agrees with Andrews, Econometrica 71 (2003), for a trim of a tenth.
 */
function criticalScore(n: number): number {
  return 3.55 - 11.5 / n;
}

/** Ranks from 1 in the samples' own order, equal samples sharing their mean rank, and what ties take off the variance. */
function rank(
  samples: readonly number[],
  sorted: readonly number[],
): { readonly ranks: Float64Array; readonly tieCorrection: number } {
  const n = samples.length;
  const ranks = new Float64Array(n);
  let tied = 0;
  for (let index = 0; index < n; index += 1) {
    const below = countBelow(sorted, samples[index] ?? 0);
    let equal = 1;
    while (sorted[below + equal] === sorted[below]) equal += 1;
    ranks[index] = below + (equal + 1) / 2;
    // Each of the equal samples adds its share of their cube.
    tied += equal ** 2 - 1;
  }
  return { ranks, tieCorrection: tied / (n * (n - 1)) };
}

/** How many of some sorted numbers are less than a value. */
function countBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
