import type { ConfigFields } from "./config-fields.js";
import { familyOf } from "./families.js";
import { readActivation } from "./moe-activation.js";
import { readRouting } from "./moe-routing.js";
import type { MoeShape } from "./shape.js";

const EXPERTS = ["num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts", "num_moe_experts"];
const TOP_K = [
  "num_experts_per_tok",
  "num_experts_per_token",
  "moe_topk",
  "moe_top_k",
  "top_k_experts",
  "moe_k",
  "experts_per_token",
];
const WIDTH = ["moe_intermediate_size", "expert_intermediate_size"];

/** Fields that make of a known routing another one, in a way that no model of ours has. */
const NOT_UNDERSTOOD = ["zero_expert_num"];

/** The MoE layer of a config; `null` where it declares none: a dense model. */
export function readMoe(fields: ConfigFields, modelType: string): MoeShape | null {
  if (!declaresMoe(fields)) return null;
  for (const name of NOT_UNDERSTOOD) {
    if (fields.declared(name) !== undefined) fields.refuse(name, "its effect on the layer is not known here");
  }
  const family = familyOf(modelType);
  const experts = fields.requiredCount(...EXPERTS);
  const topK = fields.requiredCount(...TOP_K);
  if (topK > experts) {
    const field = TOP_K.find((name) => fields.declared(name) !== undefined) ?? "num_experts_per_tok";
    fields.refuse(field, `top-k ${topK} of ${experts} experts`);
  }
  return {
    experts,
    topK,
    inter: fields.count(...WIDTH) ?? fields.requiredCount("intermediate_size"),
    activation: readActivation(fields, family),
    routing: readRouting(fields, family, { experts, topK }),
  };
}

/** Any MoE field that is there and not 0: 0 experts, and 0 of them a token, is how some dense models say it. */
function declaresMoe(fields: ConfigFields): boolean {
  if (fields.flag("enable_moe_block") === false) return false;
  return [...EXPERTS, ...TOP_K, ...WIDTH].some((name) => (fields.declared(name) ?? 0) !== 0);
}
