import type { Routing } from "../case.js";
import type { Assignment } from "./assignment.js";

interface Deal {
  readonly tokens: number;
  readonly topK: number;
  readonly groups: NonNullable<Routing["groups"]>;
}

/**
 * Deals loads to tokens that may use `kept` groups each: token by token the groups with the most left to give, then
 * the experts with the most left in them. Greedy, and near: what is off by the end is what the last tokens, too few to
 * reach every group that still has a load, could not take. Loads that no grouped layer can have come out as near.
 */
export function dealGrouped(loads: readonly number[], { tokens, topK, groups }: Deal): Assignment {
  const left = Float64Array.from(loads);
  const fullestFirst = (one: number, other: number) => (left[other] ?? 0) - (left[one] ?? 0) || one - other;
  const size = loads.length / groups.count;
  const members = Array.from({ length: groups.count }, (_, group) =>
    Array.from({ length: size }, (_, place) => group * size + place).sort(fullestFirst),
  );
  const chosen = new Int32Array(tokens * topK);
  for (let token = 0; token < tokens; token++) {
    const kept = keptGroups(members, left, { topK, kept: groups.kept });
    const picks = kept.flatMap((group) => group.slice(0, topK)).sort(fullestFirst);
    for (const [pick, expert] of picks.slice(0, topK).entries()) {
      chosen[token * topK + pick] = expert;
      left[expert] = (left[expert] ?? 0) - 1;
    }
    for (const group of kept) group.sort(fullestFirst);
  }
  return { tokens, topK, experts: chosen };
}

/** The `kept` groups whose ⌈topK / kept⌉ fullest experts have the most left together. */
function keptGroups(members: readonly number[][], left: Float64Array, at: { topK: number; kept: number }): number[][] {
  const share = Math.ceil(at.topK / at.kept);
  const give = (group: readonly number[]) =>
    group.slice(0, share).reduce((sum, expert) => sum + Math.max(0, left[expert] ?? 0), 0);
  return members
    .map((group) => ({ group, give: give(group) }))
    .sort((one, other) => other.give - one.give)
    .slice(0, at.kept)
    .map(({ group }) => group);
}
