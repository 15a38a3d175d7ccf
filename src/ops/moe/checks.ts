import type { MoeCase } from "./case.js";
import { assignTokens, expertCounts } from "./workload/assign.js";

/**
 * Tokens that each expert of rank 0 is asked to get: [experts / ep], the counts of the ids [0, experts / ep).
 * @param draw which of the workload's draws, from 0.
 */
export function askedTokens(layer: MoeCase, tokens: number, draw: number): number[] {
  const counts = expertCounts(assignTokens(layer, tokens, draw), layer.experts);
  return counts.slice(0, layer.experts / layer.ep);
}

/** Tokens that some expert got too many or too few, over all; 0: the routing is as asked. */
export function misroutedTokens(asked: readonly number[], achieved: readonly number[]): number {
  const experts = Math.max(asked.length, achieved.length);
  const differences = Array.from({ length: experts }, (_, expert) =>
    Math.abs((asked[expert] ?? 0) - (achieved[expert] ?? 0)),
  );
  return differences.reduce((sum, difference) => sum + difference, 0);
}
