import type { MoeCase, Workload } from "../case.js";
import { rankLoads, type Assignment } from "./assignment.js";
import { uniformStream } from "./random.js";

type PowerLaw = Extract<Workload, { distribution: "power_law" }>;
type Layer = Pick<MoeCase, "experts" | "topK" | "ep">;

/**
 * The expert loads that a power-law workload asks for: [experts], summing to tokens · topK, none above `tokens`, the
 * busiest rank's block first. Draws depend on seed and draw alone, so one skew runs through a whole sweep.
 */
export function powerLawLoads(layer: Layer, workload: PowerLaw, at: { tokens: number; draw: number }): number[] {
  const total = at.tokens * layer.topK;
  const [least, most] = total > layer.experts ? [1, 0.8 * at.tokens] : [0.01, 2];
  const uniform = uniformStream(workload.seed, at.draw);
  const weights = Array.from({ length: layer.experts }, () => powerLawValue(uniform(), workload.alpha, least, most));
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const rounded = weights.map((weight) => Math.min(at.tokens, Math.round((weight * total) / weightSum)));
  return heaviestBlockFirst(mendSum(rounded, heaviestFirst(weights), { total, limit: at.tokens }), layer.ep);
}

/** Inverse of the cumulative distribution of x^−alpha on [least, most], at u in [0, 1). */
function powerLawValue(u: number, alpha: number, least: number, most: number): number {
  if (alpha === 1) return least * (most / least) ** u;
  const exponent = 1 - alpha;
  return ((most ** exponent - least ** exponent) * u + least ** exponent) ** (1 / exponent);
}

/** Adds one at a time to the heaviest experts with room, or takes from the lightest that have any, until it fits. */
function mendSum(
  loads: readonly number[],
  heaviest: readonly number[],
  { total, limit }: { total: number; limit: number },
): number[] {
  const mended = [...loads];
  let missing = total - mended.reduce((sum, load) => sum + load, 0);
  const order = missing > 0 ? heaviest : heaviest.toReversed();
  const step = Math.sign(missing);
  while (missing !== 0) {
    for (const expert of order) {
      const next = (mended[expert] ?? 0) + step;
      if (missing === 0 || next < 0 || next > limit) continue;
      mended[expert] = next;
      missing -= step;
    }
  }
  return mended;
}

/** Expert ids, heaviest first; equal ones in order of id. */
function heaviestFirst(loads: readonly number[]): number[] {
  return loads.map((_, expert) => expert).sort((left, right) => (loads[right] ?? 0) - (loads[left] ?? 0));
}

function heaviestBlockFirst(loads: readonly number[], ep: number): number[] {
  const perRank = rankLoads(loads, ep);
  const busiest = perRank.indexOf(Math.max(...perRank));
  if (busiest === 0) return [...loads];
  const size = loads.length / ep;
  const block = (rank: number) => loads.slice(rank * size, (rank + 1) * size);
  return perRank.flatMap((_, rank) => block(rank === 0 ? busiest : rank === busiest ? 0 : rank));
}

/**
 * Deals loads to tokens: the experts, heaviest first and each repeated by its load, fill a (topK, tokens) table row by
 * row; a token is one of its columns. No load is above `tokens`, so a column's experts are distinct.
 */
export function dealLoads(loads: readonly number[], { tokens, topK }: { tokens: number; topK: number }): Assignment {
  const chosen = new Int32Array(tokens * topK);
  let place = 0;
  for (const expert of heaviestFirst(loads)) {
    for (let repeat = loads[expert] ?? 0; repeat > 0; repeat--, place++) {
      chosen[(place % tokens) * topK + Math.floor(place / tokens)] = expert;
    }
  }
  return { tokens, topK, experts: chosen };
}
