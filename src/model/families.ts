import type { Routing } from "../ops/moe/case.js";

/** What a model type's code does that its config.json does not say. */
export interface Family {
  /** Routes by grouped top-k and must declare its groups. */
  readonly grouped?: true;
  /** Adds a correction bias, declared or not. */
  readonly correctionBias?: true;
  /** `topk_method: noaux_tc` without groups. */
  readonly ungroupedBias?: true;
  readonly scoring?: Routing["scoring"];
  /** Sigmoid of the top-1 logit, multiplied into the expert's input. */
  readonly routing?: "llama4";
  /** `plain`: no gate, activation under `mlp_hidden_act`. `clamped`: swiglu_limit clamps gate and up. */
  readonly experts?: "gpt-oss" | "plain" | "clamped";
}

// Sources: the model code of vLLM (vllm/model_executor/models, one file a type) and the public configs.
const FAMILIES: ReadonlyMap<string, Family> = new Map<string, Family>([
  ["deepseek_v3", { grouped: true }],
  ["deepseek_v32", { grouped: true }],
  ["kimi_k2", { grouped: true }],
  ["kimi_linear", { grouped: true, correctionBias: true }],
  ["glm_moe_dsa", { grouped: true, correctionBias: true }],
  ["mimo_v2_flash", { grouped: true, correctionBias: true }],
  ["nemotron_h", { grouped: true, correctionBias: true, scoring: "sigmoid", experts: "plain" }],
  ["deepseek_v4", { ungroupedBias: true, scoring: "sqrtsoftplus", experts: "clamped" }],
  ["llama4", { scoring: "sigmoid", routing: "llama4" }],
  ["gpt_oss", { experts: "gpt-oss" }],
]);

/** The family of a `model_type`; the text half of a multimodal type (`llama4_text`) has that of the whole. */
export function familyOf(modelType: string): Family {
  return FAMILIES.get(modelType.replace(/_text$/, "")) ?? {};
}
