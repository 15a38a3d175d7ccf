import type { Routing } from "../case.js";
import { roundToBf16 } from "./bf16.js";
import { routingScores } from "./scoring.js";

type Groups = NonNullable<Routing["groups"]>;

export interface Router {
  readonly experts: number;
  readonly topK: number;
  readonly routing: Routing;
  /** [experts], added to the scores for the choice alone; left out: none. */
  readonly correctionBias?: Float32Array;
  /** Round the logits to bfloat16 first, as a layer does that takes them in its own number format. */
  readonly bf16Logits?: boolean;
}

/** [tokens · topK] each; row t holds token t's experts, best first, and the weights of their outputs. */
export interface Selection {
  readonly experts: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Routes tokens as the serving frameworks do, in fp32; ties go to the lower id.
 *
 * Grouped top-k as in DeepSeek-V3 (`grouped_topk` in vLLM): a group scores the sum of its two best biased scores, or
 * its best score where there is no bias; only experts of the `kept` best groups are eligible; the choice is by biased
 * score, the weights are the unbiased ones, renormalised and scaled as the routing says.
 *
 * @param logits [tokens · experts], row-major.
 */
export function selectExperts(logits: Float32Array, router: Router): Selection {
  const { experts, topK } = router;
  const tokens = logits.length / experts;
  const selection = { experts: new Int32Array(tokens * topK), weights: new Float32Array(tokens * topK) };
  for (let token = 0; token < tokens; token++) {
    const row = logits.subarray(token * experts, (token + 1) * experts);
    const scores = routingScores(router.bf16Logits ? row.map(roundToBf16) : row, router.routing.scoring);
    const chosen = chooseExperts(scores, router);
    selection.experts.set(chosen, token * topK);
    selection.weights.set(outputWeights(chosen, scores, router.routing), token * topK);
  }
  return selection;
}

/**
 * The correction bias of a layer with `experts` experts: [experts] multiples of 2⁻¹⁷ in [−2⁻¹², 2⁻¹²). Not zero, so
 * that the work of adding it is real; small, so that it moves no token away from where a workload sends it.
 */
export function correctionBias(experts: number): Float32Array {
  return Float32Array.from({ length: experts }, (_, expert) => (((expert * 37) % 64) - 32) / 2 ** 17);
}

function chooseExperts(scores: Float32Array, { topK, routing, correctionBias }: Router): number[] {
  const choice =
    correctionBias === undefined ? scores : scores.map((score, expert) => score + (correctionBias[expert] ?? 0));
  if (routing.groups === null) return largest(choice, topK);
  return largest(keepGroups(choice, routing.groups, correctionBias === undefined ? 1 : 2), topK);
}

/** The scores with −∞ for the experts of groups that are not kept; a group scores the sum of its `best` best. */
function keepGroups(choice: Float32Array, { count, kept }: Groups, best: number): Float32Array {
  const size = choice.length / count;
  const members = (group: number) => choice.subarray(group * size, (group + 1) * size);
  const groupScores = Float32Array.from({ length: count }, (_, group) => {
    const ofGroup = members(group);
    return largest(ofGroup, best).reduce((sum, place) => sum + (ofGroup[place] ?? 0), 0);
  });
  const eligible = new Float32Array(choice.length).fill(-Infinity);
  for (const group of largest(groupScores, kept)) eligible.set(members(group), group * size);
  return eligible;
}

function outputWeights(chosen: readonly number[], scores: Float32Array, routing: Routing): number[] {
  const weights = chosen.map((expert) => scores[expert] ?? 0);
  const divisor = routing.renormalise ? weights.reduce((sum, weight) => sum + weight, 0) : 1;
  return weights.map((weight) => (weight / divisor) * routing.scale);
}

/** The places of the `count` largest values, largest first; the lower place where they are equal. */
function largest(values: Float32Array, count: number): number[] {
  const best: number[] = [];
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0;
    let rank = best.length;
    while (rank > 0 && value > (values[best[rank - 1] ?? 0] ?? 0)) rank--;
    if (rank < count) best.splice(rank, 0, place);
    if (best.length > count) best.pop();
  }
  return best;
}
