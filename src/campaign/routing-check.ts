import type { Coordinates } from "../identity/keys.js";
import type { LayerCase } from "../ops/layer-case.js";
import { askedTokens } from "../ops/moe/checks.js";
import type { MeasuredPoint } from "../protocol/facts.js";

/**
 * What was asked of each series' routing where the layer did otherwise; `null` for a series that did as asked, and
 * `null` for the whole point when all did.
 */
export function askedWhereDifferent(
  layer: LayerCase,
  coordinates: Coordinates,
  point: MeasuredPoint,
): (readonly number[] | null)[] | null {
  if (layer.op !== "moe") return null;
  const differences = point.series.map(({ draw, achievedTokens }) => {
    if (achievedTokens === null) return null;
    const asked = askedTokens(layer, coordinates["tokens"] ?? 0, draw);
    return sameCounts(asked, achievedTokens) ? null : asked;
  });
  return differences.every((difference) => difference === null) ? null : differences;
}

function sameCounts(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((count, index) => count === right[index]);
}
