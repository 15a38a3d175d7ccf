import { distributionLabel, type MoeCase } from "./case.js";

/**
 * What a consumer of MoE tables looks up, by the column names of aiconfigurator's `moe` table. Sizes are the whole
 * model's, and `num_tokens` is the layer's global count.
 */
export interface MoeTableKey {
  readonly moe_dtype: string;
  readonly num_tokens: number;
  readonly hidden_size: number;
  readonly inter_size: number;
  readonly topk: number;
  readonly num_experts: number;
  readonly moe_tp_size: number;
  readonly moe_ep_size: number;
  readonly distribution: string;
}

/** What all points of a case share of their table keys: two cases with the same curve collide in a table. */
export type MoeTableCurve = Omit<MoeTableKey, "num_tokens">;

export function moeTableCurve(layer: MoeCase): MoeTableCurve {
  return {
    moe_dtype: layer.dtype,
    hidden_size: layer.hidden,
    inter_size: layer.inter,
    topk: layer.topK,
    num_experts: layer.experts,
    moe_tp_size: layer.tp,
    moe_ep_size: layer.ep,
    distribution: distributionLabel(layer.workload),
  };
}

export function moeTableKey(layer: MoeCase, tokens: number): MoeTableKey {
  return { ...moeTableCurve(layer), num_tokens: tokens };
}

/** A column of a table: its name, and what its cells are. */
export interface TableColumn {
  readonly name: string;
  readonly type: "text" | "integer";
}

/** The columns of a MoE table's key, in the order in which aiconfigurator writes them. */
export const moeKeyColumns: readonly (TableColumn & { readonly name: keyof MoeTableKey })[] = [
  { name: "moe_dtype", type: "text" },
  { name: "num_tokens", type: "integer" },
  { name: "hidden_size", type: "integer" },
  { name: "inter_size", type: "integer" },
  { name: "topk", type: "integer" },
  { name: "num_experts", type: "integer" },
  { name: "moe_tp_size", type: "integer" },
  { name: "moe_ep_size", type: "integer" },
  { name: "distribution", type: "text" },
];
