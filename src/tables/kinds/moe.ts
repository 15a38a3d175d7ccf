import { moeKeyColumns } from "../../ops/moe/table.js";
import { numberFormat } from "./number-format.js";
import type { LeastWork, RowCells, TableKind } from "./table-kind.js";

/** Experts have two matrices at least; those with a gate have three, which a table does not say. */
const LEAST_MATRICES = 2;

/** Layers of experts. Sizes are the whole model's; `num_tokens` counts the tokens of all ranks. */
export const moeKind: TableKind = {
  name: "moe",
  family: "moe",
  key: moeKeyColumns,
  dtype: "moe_dtype",
  axes: ["num_tokens"],
  latencyUnit: "ms",
  leastWork,
};

/**
 * Work of the busiest rank: at least its even share. Weights count where every token has the same experts' number to
 * touch, so for balanced rows alone; skewed ones may touch no more than top-k of them.
 */
function leastWork({ number, text }: RowCells): LeastWork | null {
  const format = numberFormat(text("moe_dtype"));
  if (!format) return null;
  const [tokens, topk, experts] = [number("num_tokens"), number("topk"), number("num_experts")];
  const [tp, ep] = [number("moe_tp_size"), number("moe_ep_size")];
  const expertWeights = (LEAST_MATRICES * number("hidden_size") * number("inter_size")) / tp;
  const pairs = (tokens * topk) / ep;
  const touched =
    text("distribution") === "balanced" ? Math.min(experts / ep, Math.floor(pairs)) : Math.min(1, Math.floor(pairs));
  return { flop: 2 * pairs * expertWeights, bytes: touched * expertWeights * format.bytes, peak: format.peak };
}
