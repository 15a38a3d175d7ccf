import { routingSchema, type Routing } from "../ops/moe/case.js";
import type { ConfigFields } from "./config-fields.js";
import type { Family } from "./families.js";
import { readGroups } from "./moe-groups.js";

const SCORINGS: readonly Routing["scoring"][] = ["softmax", "sigmoid", "sqrtsoftplus"];
const TOPK_METHODS: readonly string[] = ["greedy", "group_limited_greedy", "noaux_tc"];

/** What the config and the model type say about how a token finds its experts. */
export function readRouting(fields: ConfigFields, family: Family, layer: { experts: number; topK: number }): Routing {
  const topkMethod = fields.text("topk_method");
  if (topkMethod !== undefined && !TOPK_METHODS.includes(topkMethod)) {
    fields.refuse("topk_method", `the methods known are ${TOPK_METHODS.join(", ")}`);
  }
  const groups = readGroups(fields, family, layer);
  if (family.routing === "llama4") return llama4Routing(fields, layer.topK);
  const scoring = readScoring(fields, family);
  const correctionBias = hasCorrectionBias(fields, family);
  return {
    scoring,
    groups,
    correctionBias,
    renormalise: fields.flag("norm_topk_prob", "moe_renormalize", "norm_expert_weight") ?? true,
    scale: fields.amount("routed_scaling_factor", "moe_router_scaling_factor") ?? 1,
    weightOn: "output",
    logits: correctionBias || scoring !== "softmax" ? "fp32" : "model",
  };
}

/** Llama-4 takes the sigmoid after the choice, so its logits come in the model's own format. */
function llama4Routing(fields: ConfigFields, topK: number): Routing {
  if (topK !== 1) fields.refuse("num_experts_per_tok", `Llama-4's routing is known for top-1 alone, not top-${topK}`);
  return routingSchema.parse({ scoring: "sigmoid", renormalise: false, weightOn: "input" });
}

function readScoring(fields: ConfigFields, family: Family): Routing["scoring"] {
  const spellings = ["scoring_func", "moe_router_activation_func", "moe_router_activation", "score_function"];
  const declared = fields.text(...spellings);
  const known = SCORINGS.find((scoring) => scoring === declared);
  if (declared !== undefined && known === undefined) {
    const field = spellings.find((name) => fields.declared(name) !== undefined) ?? "scoring_func";
    fields.refuse(field, `the scorings known are ${SCORINGS.join(", ")}`);
  }
  return known ?? family.scoring ?? "softmax";
}

function hasCorrectionBias(fields: ConfigFields, family: Family): boolean {
  const declared = fields.flag("use_routing_bias", "use_moe_router_bias", "moe_use_aux_free") ?? false;
  return declared || fields.text("topk_method") === "noaux_tc" || family.correctionBias === true;
}
