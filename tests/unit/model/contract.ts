import type { ModelShape } from "../../../src/model/shape.js";

/** One line of a table of models: what decides which layer is measured. */
export function contractOf({ hidden, moe }: ModelShape): string {
  if (moe === null) return "no MoE layer";
  const { experts, topK, inter, activation, routing } = moe;
  const limit = activation.limit === null ? "" : `≤${activation.limit}`;
  const groups = routing.groups === null ? "no groups" : `${routing.groups.kept} of ${routing.groups.count} groups`;
  return [
    `${experts} ${topK} ${inter} ${hidden}`,
    `${activation.gated ? "gated" : "plain"} ${activation.function}${limit}${activation.bias ? " biases" : ""}`,
    `${routing.scoring} ${groups}${routing.correctionBias ? " bias" : ""}`,
    `×${routing.scale} ${routing.renormalise ? "renormalised" : "as scored"} on ${routing.weightOn}`,
    `${routing.logits} logits`,
  ].join(", ");
}
