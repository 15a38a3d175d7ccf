import type { MoeCase } from "../../../ops/moe/case.js";
import type { Assignment } from "../../../ops/moe/workload/assign.js";
import { routerLogits } from "../../../ops/moe/workload/logits.js";
import { correctionBias, selectExperts, type Selection } from "../../../ops/moe/workload/select.js";

/** One token's visit to one expert of this rank. */
export interface Pair {
  readonly token: number;
  readonly expert: number;
  readonly weight: number;
}

/** Where the router of a case sends tokens. */
export class RoutedTokens {
  readonly tokens: number;
  readonly topK: number;
  /** [tokens · experts of the whole layer] */
  readonly logits: Float32Array;
  readonly #case: MoeCase;
  #selection: Selection | null = null;

  /** The tokens of an assignment, which the case's routing reaches by these logits. */
  constructor(layerCase: MoeCase, assignment: Assignment) {
    this.#case = layerCase;
    this.tokens = assignment.tokens;
    this.topK = assignment.topK;
    this.logits = routerLogits(layerCase, assignment);
  }

  /** What the case's scoring and choice make of the logits; computed when first asked for. */
  get selection(): Selection {
    const { experts, topK, routing } = this.#case;
    const bias = routing.correctionBias ? { correctionBias: correctionBias(experts) } : {};
    this.#selection ??= selectExperts(this.logits, { experts, topK, routing, ...bias });
    return this.#selection;
  }

  /** The pairs whose expert is one of the first `localExperts`, token after token. */
  localPairs(localExperts: number): Pair[] {
    const { experts, weights } = this.selection;
    const pairs: Pair[] = [];
    for (const [slot, expert] of experts.entries()) {
      if (expert >= localExperts) continue;
      pairs.push({ token: Math.floor(slot / this.topK), expert, weight: weights[slot] ?? 0 });
    }
    return pairs;
  }
}
