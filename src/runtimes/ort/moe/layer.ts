import type { Activation, MoeCase } from "../../../ops/moe/case.js";

/** What rank 0 of a case builds here: its share of the layer, and how the layer is said in the runtime's operators. */
export interface MoeLayer {
  readonly hidden: number;
  /** Width of one expert on this rank: the case's, cut by tp. */
  readonly inter: number;
  /** Experts on this rank: the ids [0, localExperts). */
  readonly localExperts: number;
  readonly topK: number;
  /** The operator: fp32 weights, or 4-bit weights in blocks with an fp32 scale each. */
  readonly op: "MoE" | "QMoE";
  /** `tokens`: the operator routes tokens; `pairs`: it is handed the token-expert pairs of this rank. */
  readonly form: "tokens" | "pairs";
  readonly router: "native" | "precomputed";
  /** The operator divides the chosen weights by their sum (`QMoE` always does). */
  readonly renormalise: boolean;
  /** Where a factor a token is multiplied in, in the `tokens` form. */
  readonly gain: "none" | "input" | "output";
  /** The chosen weights are multiplied by this. */
  readonly scale: number;
  /** In the `pairs` form the weight multiplies the expert's output or its input. */
  readonly weightOn: "output" | "input";
  readonly swiglu: Swiglu;
  /** The experts' matrices carry biases. */
  readonly bias: boolean;
}

/** gate · sigmoid(alpha · gate) · (up + beta), where gate ≤ limit and |up| ≤ limit. */
export interface Swiglu {
  readonly alpha: number;
  readonly beta: number;
  readonly limit: number | null;
}

/** A layer that this runtime has no operator for. */
export class UnsupportedLayer extends Error {
  override readonly name = "UnsupportedLayer";
}

/** Rank 0's layer of a case. @throws UnsupportedLayer naming what the runtime lacks. */
export function localLayer(layerCase: MoeCase): MoeLayer {
  const { hidden, experts, topK, tp, ep, routing } = layerCase;
  const layer = {
    hidden,
    inter: share(layerCase.inter, tp, "width by tp"),
    localExperts: share(experts, ep, "experts by ep"),
    topK,
    op: operator(layerCase.dtype),
    swiglu: swiglu(layerCase.activation),
    bias: layerCase.activation.bias,
    weightOn: routing.weightOn,
    scale: routing.scale,
  } as const;
  if (layer.op === "QMoE" && (layer.hidden % 2 > 0 || layer.inter % 2 > 0)) {
    throw new UnsupportedLayer(`4-bit weights lie two a byte: hidden ${hidden} and width ${layer.inter} must be even`);
  }
  return { ...layer, ...routingPlan(layerCase, layer.op) };
}

type RoutingPlan = Pick<MoeLayer, "form" | "router" | "renormalise" | "gain">;

/** The operator scores by softmax and takes the top k of all; every other routing is computed outside. */
function routingPlan({ ep, topK, routing }: MoeCase, op: MoeLayer["op"]): RoutingPlan {
  if (ep > 1 || (routing.weightOn === "input" && topK > 1)) {
    return { form: "pairs", router: "precomputed", renormalise: true, gain: "none" };
  }
  const plain = routing.scoring === "softmax" && !routing.correctionBias && routing.groups === null;
  const native = plain && routing.weightOn === "output" && (routing.renormalise || op === "MoE");
  if (native) {
    return {
      form: "tokens",
      router: "native",
      renormalise: routing.renormalise,
      gain: routing.scale === 1 ? "none" : "output",
    };
  }
  const sumsToOne = routing.renormalise && routing.scale === 1 && routing.weightOn === "output";
  return { form: "tokens", router: "precomputed", renormalise: true, gain: sumsToOne ? "none" : routing.weightOn };
}

function share(whole: number, parts: number, what: string): number {
  if (whole % parts > 0) throw new UnsupportedLayer(`cannot divide the ${what}: ${whole} by ${parts}`);
  return whole / parts;
}

function operator(dtype: string): MoeLayer["op"] {
  if (dtype === "fp32") return "MoE";
  if (dtype === "int4") return "QMoE";
  throw new UnsupportedLayer(`dtype ${dtype}: the CPU has the operators fp32 (MoE) and int4 (QMoE)`);
}

function swiglu(activation: Activation): Swiglu {
  if (activation.gated && activation.function === "silu") return { alpha: 1, beta: 0, limit: activation.limit };
  if (activation.gated && activation.function === "swigluoai") {
    return { alpha: activation.alpha ?? 1.702, beta: 1, limit: activation.limit };
  }
  const gate = activation.gated ? "gated" : "ungated";
  throw new UnsupportedLayer(`activation ${activation.function} (${gate}): the CPU's MoE has gated silu and swigluoai`);
}
