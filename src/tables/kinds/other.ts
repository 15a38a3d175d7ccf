import type { TableKind } from "./table-kind.js";

/** Expert layers of TensorRT-LLM at large scale; `rank0_num_tokens` is what the draw gave rank 0. */
export const wideEpMoeKind: TableKind = {
  name: "wideep_moe",
  family: "moe",
  key: [
    { name: "moe_dtype", type: "text" },
    { name: "num_tokens", type: "integer" },
    { name: "hidden_size", type: "integer" },
    { name: "inter_size", type: "integer" },
    { name: "topk", type: "integer" },
    { name: "num_experts", type: "integer" },
    { name: "num_slots", type: "integer" },
    { name: "moe_tp_size", type: "integer" },
    { name: "moe_ep_size", type: "integer" },
    { name: "distribution", type: "text" },
  ],
  dtype: "moe_dtype",
  axes: ["num_tokens"],
  dependent: ["dp_num_tokens", "rank0_num_tokens"],
  latencyUnit: "ms",
};

/** Gated delta-rule layers; one row a kernel, to be summed. */
export const gdnKind: TableKind = {
  name: "gdn",
  family: "linear_attention",
  key: [
    { name: "phase", type: "text" },
    { name: "batch_size", type: "integer" },
    { name: "seq_len", type: "integer" },
    { name: "d_model", type: "integer" },
    { name: "d_conv", type: "integer" },
    { name: "num_k_heads", type: "integer" },
    { name: "head_k_dim", type: "integer" },
    { name: "num_v_heads", type: "integer" },
    { name: "head_v_dim", type: "integer" },
  ],
  dtype: null,
  axes: ["seq_len", "batch_size"],
  dependent: ["num_tokens"],
  kernelsAreParts: true,
  latencyUnit: "ms",
};
