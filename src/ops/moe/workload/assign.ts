import type { Workload } from "../case.js";
import type { Assignment, RoutedLayer } from "./assignment.js";
import { balancedAssignment, groupedBalancedAssignment } from "./balanced.js";
import { busiestRankFirst } from "./busiest-rank.js";
import { dealGrouped } from "./grouped-deal.js";
import { dealLoads, powerLawLoads } from "./power-law.js";

export { expertCounts, type Assignment, type RoutedLayer } from "./assignment.js";

/**
 * The experts of each of `tokens` tokens (the layer's global count), the same on every machine.
 *
 * The busiest of the `ep` ranks is rank 0, whose experts are the ids [0, experts / ep). Where the ranks cut across
 * routing groups (neither count divides the other) no renaming keeps both, and the ranks stay as they fall.
 *
 * @param draw which of the workload's draws, from 0; see `drawCount`.
 */
export function assignTokens(layer: RoutedLayer, tokens: number, draw = 0): Assignment {
  return busiestRankFirst(spread(layer, tokens, draw), layer);
}

function spread(layer: RoutedLayer, tokens: number, draw: number): Assignment {
  const { workload, routing } = layer;
  if (workload.distribution === "balanced") {
    return routing.groups === null
      ? balancedAssignment(layer, tokens)
      : groupedBalancedAssignment(layer, routing.groups, tokens);
  }
  const loads = powerLawLoads(layer, workload, { tokens, draw });
  return routing.groups === null
    ? dealLoads(loads, { tokens, topK: layer.topK })
    : dealGrouped(loads, { tokens, topK: layer.topK, groups: routing.groups });
}

/** How many assignments of a point are measured: 1 for balanced, the case's `draws` for a power law. */
export function drawCount(workload: Workload): number {
  return workload.distribution === "balanced" ? 1 : workload.draws;
}
