import { activationSchema, type Activation } from "../ops/moe/case.js";
import type { ConfigFields } from "./config-fields.js";
import type { Family } from "./families.js";

const FUNCTIONS: ReadonlyMap<string, Activation["function"]> = new Map([
  ["silu", "silu"],
  ["swish", "silu"],
  ["gelu", "gelu"],
  ["gelu_tanh", "gelu_tanh"],
  ["gelu_new", "gelu_tanh"],
  ["gelu_pytorch_tanh", "gelu_tanh"],
  ["relu2", "relu2"],
]);

/** gpt-oss declares neither; both stand in its reference code. */
const GPT_OSS = { alpha: 1.702, limit: 7 };

/** What the config says that an expert computes between its matrices. */
export function readActivation(fields: ConfigFields, family: Family): Activation {
  const bias = fields.flag("mlp_bias") ?? false;
  if (family.experts === "gpt-oss") return swigluOai(fields);
  if (family.experts === "plain") {
    const name = namedFunction(fields, "mlp_hidden_act") ?? "relu2";
    return activationSchema.parse({ function: name, gated: false, bias });
  }
  const limit = swigluLimit(fields, family);
  return activationSchema.parse({ function: gatedFunction(fields), bias, limit });
}

function gatedFunction(fields: ConfigFields): Activation["function"] {
  const named = namedFunction(fields, "hidden_act") ?? namedFunction(fields, "hidden_activation");
  if (named === undefined && fields.declared("mlp_hidden_act") !== undefined) {
    fields.refuse("mlp_hidden_act", "it is known for the Nemotron-H family alone, whose experts have no gate");
  }
  return named ?? "silu";
}

/** The gate function of gpt-oss, whose config calls it `silu`. */
function swigluOai(fields: ConfigFields): Activation {
  const declared = fields.text("hidden_act");
  if (declared !== undefined && declared !== "silu" && declared !== "swigluoai") {
    fields.refuse("hidden_act", "gpt-oss experts compute swigluoai and declare silu");
  }
  const limit = fields.amount("swiglu_limit") ?? GPT_OSS.limit;
  return activationSchema.parse({ function: "swigluoai", bias: true, alpha: GPT_OSS.alpha, limit });
}

function swigluLimit(fields: ConfigFields, family: Family): number | null {
  if (fields.declared("swiglu_limits") !== undefined) {
    fields.refuse("swiglu_limits", "limits that differ from layer to layer are not known here");
  }
  const limit = fields.amount("swiglu_limit");
  if (limit !== undefined && family.experts !== "clamped") {
    fields.refuse("swiglu_limit", `what model type ${String(fields.declared("model_type"))} clamps is not known here`);
  }
  // DeepSeek-V4 clamps where the limit is above 0.
  return limit === undefined || limit === 0 ? null : limit;
}

function namedFunction(fields: ConfigFields, field: string): Activation["function"] | undefined {
  const name = fields.text(field);
  if (name === undefined) return undefined;
  return FUNCTIONS.get(name) ?? fields.refuse(field, `the activations known are ${[...FUNCTIONS.keys()].join(", ")}`);
}
