import type { TableColumn } from "../../ops/moe/table.js";
import { numberFormat } from "./number-format.js";
import type { LeastWork, RowCells, TableKind } from "./table-kind.js";

const key: readonly TableColumn[] = [
  { name: "batch_size", type: "integer" },
  { name: "isl", type: "integer" },
  { name: "num_heads", type: "integer" },
  { name: "num_key_value_heads", type: "integer" },
  { name: "head_dim", type: "integer" },
  { name: "beam_width", type: "integer" },
  { name: "attn_dtype", type: "text" },
  { name: "kv_cache_dtype", type: "text" },
  { name: "step", type: "integer" },
];

/** Attention over a prompt of `isl` new tokens. */
export const contextAttentionKind: TableKind = {
  name: "context_attention",
  family: "attention",
  key,
  dtype: "kv_cache_dtype",
  axes: ["isl", "batch_size"],
  latencyUnit: "ms",
  leastWork: contextWork,
};

/** Attention of one new token over a history of `step` tokens. */
export const generationAttentionKind: TableKind = {
  name: "generation_attention",
  family: "attention",
  key,
  dtype: "kv_cache_dtype",
  axes: ["step", "batch_size"],
  latencyUnit: "ms",
  leastWork: generationWork,
};

/** Two products over each pair of a token and one that it sees: those before it, within the window. */
function contextWork(row: RowCells): LeastWork | null {
  const sizes = attentionSizes(row);
  if (!sizes) return null;
  const { batch, heads, kvHeads, headDim, window, kvBytes } = sizes;
  const tokens = row.number("isl");
  const seen = window > 0 ? Math.min(window, tokens) : tokens;
  const pairs = (seen * (seen + 1)) / 2 + (tokens - seen) * seen;
  return {
    flop: 4 * batch * heads * headDim * pairs,
    bytes: batch * tokens * headDim * (4 * heads + 2 * kvHeads * kvBytes),
    peak: sizes.peak,
  };
}

function generationWork(row: RowCells): LeastWork | null {
  const sizes = attentionSizes(row);
  if (!sizes) return null;
  const { batch, heads, kvHeads, headDim, window, kvBytes } = sizes;
  const history = row.number("isl") + row.number("step") - 1;
  const seen = window > 0 ? Math.min(window, history) : history;
  const bytes = batch * headDim * 2 * kvHeads * kvBytes * seen;
  return { flop: 4 * batch * heads * headDim * seen, bytes, peak: sizes.peak };
}

/** A key of 0 for `num_key_value_heads` means as many as heads, and a missing window none. */
function attentionSizes({ number, text }: RowCells) {
  const kv = numberFormat(text("kv_cache_dtype"));
  const arithmetic = numberFormat(text("attn_dtype"));
  if (!kv || !arithmetic) return null;
  const heads = number("num_heads");
  // Kernels may multiply in the cache's own, faster format.
  const peak = kv.peak === "fp8" ? kv.peak : arithmetic.peak;
  return {
    batch: number("batch_size"),
    heads,
    kvHeads: number("num_key_value_heads") || heads,
    headDim: number("head_dim"),
    window: number("window_size") || 0,
    kvBytes: kv.bytes,
    peak,
  };
}
