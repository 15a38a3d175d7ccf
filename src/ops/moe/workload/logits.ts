import type { MoeCase } from "../case.js";
import type { Assignment } from "./assignment.js";
import { bf16FromBits } from "./bf16.js";

// bfloat16 bits of the logits. Chosen experts lie between 4 and ¼, the others at −4 and below: the worst chosen expert
// beats any pair of others in a group's score, whatever the scoring and the correction bias.
const BEST_CHOSEN = 0x4080;
const CHOSEN_RANGE = 0x0200;
const BEST_UNCHOSEN = 0xc080;

/**
 * Router logits that make the framework's routing choose `assignment`: [tokens · experts], row-major.
 *
 * Each is a bfloat16 number, and those of one token are distinct, best first in the order of preference. So neither
 * rounding nor a tie between experts or groups moves a token. (Logits of 0 and 1 tie, and grouped top-k then breaks the
 * ties by id: DeepSeek-V3 gets 62.5 % of a "balanced" workload on rank 0 of ep 8.) Holds for up to 512 experts a token.
 */
export function routerLogits(layer: Pick<MoeCase, "experts" | "topK">, assignment: Assignment): Float32Array {
  const { experts, topK } = layer;
  const { chosen, unchosen } = logitLevels(layer);
  const logits = new Float32Array(assignment.tokens * experts);
  for (let token = 0; token < assignment.tokens; token++) {
    const row = logits.subarray(token * experts, (token + 1) * experts);
    row.set(unchosen);
    for (let pick = 0; pick < topK; pick++) row[assignment.experts[token * topK + pick] ?? 0] = chosen[pick] ?? 0;
  }
  return logits;
}

/** The logits of a token: `chosen` [topK] of its experts, best first; `unchosen` [experts] of all others. */
export interface LogitLevels {
  readonly chosen: Float32Array;
  readonly unchosen: Float32Array;
}

/** The levels of which `routerLogits` makes each token's row. */
export function logitLevels({ experts, topK }: Pick<MoeCase, "experts" | "topK">): LogitLevels {
  const step = Math.max(1, Math.floor(CHOSEN_RANGE / topK));
  return {
    chosen: Float32Array.from({ length: topK }, (_, pick) => bf16FromBits(BEST_CHOSEN - pick * step)),
    unchosen: Float32Array.from({ length: experts }, (_, expert) => bf16FromBits(BEST_UNCHOSEN + expert)),
  };
}
