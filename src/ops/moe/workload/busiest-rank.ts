import { expertCounts, rankLoads, type Assignment, type RoutedLayer } from "./assignment.js";

/**
 * The assignment with its experts renamed so that the busiest rank is rank 0: the process that is measured stands for
 * the rank that the others wait for. A renaming moves whole routing groups, or blocks inside one.
 */
export function busiestRankFirst(assignment: Assignment, layer: RoutedLayer): Assignment {
  const loads = rankLoads(expertCounts(assignment, layer.experts), layer.ep);
  const busiest = loads.indexOf(Math.max(...loads));
  if (busiest === 0) return assignment;
  const rename = blockSwaps(layer, busiest);
  return { ...assignment, experts: assignment.experts.map((expert) => rename(expert)) };
}

function blockSwaps({ experts, ep, routing }: RoutedLayer, busiest: number): (expert: number) => number {
  const rankSize = experts / ep;
  const groupCount = routing.groups?.count ?? 1;
  const groupSize = experts / groupCount;
  if (rankSize % groupSize === 0) return (expert) => swapBlocks(expert, rankSize, busiest);
  if (groupSize % rankSize !== 0) return (expert) => expert;
  const group = Math.floor((busiest * rankSize) / groupSize);
  const blockInGroup = busiest % (groupSize / rankSize);
  return (expert) => swapBlocks(swapBlocks(expert, groupSize, group), rankSize, blockInGroup);
}

/** Swaps block 0 with block `other`, both of `size` experts. */
function swapBlocks(expert: number, size: number, other: number): number {
  if (expert < size) return expert + other * size;
  return Math.floor(expert / size) === other ? expert - other * size : expert;
}
