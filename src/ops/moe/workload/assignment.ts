import type { MoeCase } from "../case.js";

/** What of a case decides where its tokens go. */
export type RoutedLayer = Pick<MoeCase, "experts" | "topK" | "ep" | "routing" | "workload">;

/** Which experts each token of a layer goes to. */
export interface Assignment {
  readonly tokens: number;
  readonly topK: number;
  /** [tokens · topK]; row t holds token t's distinct expert ids in order of preference. */
  readonly experts: Int32Array;
}

/** Tokens that each expert gets: [experts], summing to tokens · topK. */
export function expertCounts(assignment: Assignment, experts: number): number[] {
  const counts = Array.from<number>({ length: experts }).fill(0);
  for (const expert of assignment.experts) counts[expert] = (counts[expert] ?? 0) + 1;
  return counts;
}

/** Token-expert pairs of each of `ep` ranks, which hold the experts in contiguous equal blocks. */
export function rankLoads(expertLoads: readonly number[], ep: number): number[] {
  const block = expertLoads.length / ep;
  return Array.from({ length: ep }, (_, rank) => sum(expertLoads.slice(rank * block, (rank + 1) * block)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
