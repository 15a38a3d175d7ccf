import type { MoeCase, Routing } from "../case.js";
import type { Assignment } from "./assignment.js";

type Groups = NonNullable<Routing["groups"]>;
type Layer = Pick<MoeCase, "experts" | "topK">;

/** Token t takes the experts (t + j · stride) mod experts, j < topK: as even as whole tokens allow. */
export function balancedAssignment({ experts, topK }: Layer, tokens: number): Assignment {
  const stride = expertStride(experts, topK);
  const chosen = new Int32Array(tokens * topK);
  for (let token = 0; token < tokens; token++) {
    for (let pick = 0; pick < topK; pick++) chosen[token * topK + pick] = (token + pick * stride) % experts;
  }
  return { tokens, topK, experts: chosen };
}

/** ⌈experts / topK⌉, or the floor where the last of topK such steps would come round to the first expert again. */
function expertStride(experts: number, topK: number): number {
  const stride = Math.ceil(experts / topK);
  return (topK - 1) * stride >= experts ? Math.floor(experts / topK) : stride;
}

/**
 * Balanced under grouped top-k: token t takes the `kept` groups that follow group t mod count, and spreads its topK
 * picks over them. Every `count` tokens each group gets exactly topK picks, and in a group the picks go round robin.
 */
export function groupedBalancedAssignment({ experts, topK }: Layer, groups: Groups, tokens: number): Assignment {
  const size = experts / groups.count;
  const step = spreadingStep(size);
  const shares = picksPerGroup(topK, groups.kept);
  const chosen: number[] = [];
  for (let token = 0; token < tokens; token++) {
    // Picks that a group got in earlier rounds and, below, from the tokens before its place in this round.
    let pickNumber = Math.floor(token / groups.count) * topK;
    for (const [place, share] of shares.entries()) {
      const first = ((token + place) % groups.count) * size;
      for (let pick = 0; pick < share; pick++) chosen.push(first + ((pickNumber++ * step) % size));
    }
  }
  return { tokens, topK, experts: Int32Array.from(chosen) };
}

function picksPerGroup(topK: number, kept: number): number[] {
  return Array.from({ length: kept }, (_, place) => Math.floor(topK / kept) + (place < topK % kept ? 1 : 0));
}

/** A step coprime to `size` near its golden section: a walk that visits all, any few in a row far apart. */
function spreadingStep(size: number): number {
  let step = Math.max(1, Math.round(size * 0.618));
  while (greatestCommonDivisor(step, size) !== 1) step--;
  return step;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
