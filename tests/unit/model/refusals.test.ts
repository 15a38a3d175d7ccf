import { describe, expect, it } from "vitest";
import { ModelRefused } from "../../../src/model/model-refused.js";
import { readModelConfig } from "../../../src/model/read-config.js";

const PLAIN = { model_type: "a_moe", hidden_size: 64, intermediate_size: 96, num_experts: 8, num_experts_per_tok: 2 };
const V3 = {
  model_type: "deepseek_v3",
  hidden_size: 7168,
  moe_intermediate_size: 2048,
  n_routed_experts: 256,
  num_experts_per_tok: 8,
  n_group: 8,
  topk_group: 4,
};

function refusalOf(config: string | object): ModelRefused {
  try {
    readModelConfig(config, "a-model");
  } catch (error) {
    if (error instanceof ModelRefused) return error;
    throw error;
  }
  throw new Error("the config was not refused");
}

const way = "Correct it in the model's config.json, or leave the model out.";

describe("a config is refused", () => {
  it.each([
    [
      "two expert fields that differ",
      { ...PLAIN, num_local_experts: 16 },
      "model a-model: num_experts is 8: num_local_experts 16 and num_experts 8 are two spellings of one fact and differ.",
    ],
    [
      "two top-k fields that differ",
      { ...PLAIN, moe_topk: 3 },
      "model a-model: moe_topk is 3: num_experts_per_tok 2 and moe_topk 3 are two spellings of one fact and differ.",
    ],
    [
      "top-k 9 of 8",
      { ...PLAIN, num_experts_per_tok: 9 },
      "model a-model: num_experts_per_tok is 9: top-k 9 of 8 experts.",
    ],
    [
      "256 experts in 7 groups",
      { ...V3, n_group: 7 },
      "model a-model: n_group is 7: 256 experts in 7 groups: no equal groups.",
    ],
    [
      "256 experts in 7 groups of another spelling",
      { ...V3, n_group: null, num_expert_group: 7 },
      "model a-model: num_expert_group is 7: 256 experts in 7 groups: no equal groups.",
    ],
    ["topk_group > n_group", { ...V3, topk_group: 9 }, "model a-model: topk_group is 9: topk_group 9 > n_group 8."],
    [
      "fewer eligible experts than top-k",
      { ...V3, n_group: 64, topk_group: 1 },
      "model a-model: topk_group is 1: top-k 8 of the 4 experts in 1 of 64 groups.",
    ],
    [
      "a grouped type without n_group",
      { ...V3, n_group: null },
      "model a-model: n_group is missing: it is needed (or num_expert_group).",
    ],
    [
      "a grouped type without topk_group",
      { ...V3, topk_group: null },
      "model a-model: topk_group is missing: it is needed.",
    ],
    ["a group count of 0", { ...V3, n_group: 0 }, "model a-model: n_group is 0: must be a positive integer."],
    [
      "groups of an unknown type",
      { ...V3, model_type: "glm4_moe" },
      "model a-model: n_group is 8: model type glm4_moe is not known to route by groups.",
    ],
    [
      "topk_group alone of an unknown type",
      { ...PLAIN, topk_group: 1 },
      "model a-model: topk_group is 1: model type a_moe is not known to route by groups.",
    ],
    [
      "noaux_tc of an unknown type",
      { ...PLAIN, topk_method: "noaux_tc" },
      'model a-model: topk_method is "noaux_tc": model type a_moe is not known to route by groups.',
    ],
    [
      "a grouped method of an unknown type",
      { ...PLAIN, topk_method: "group_limited_greedy" },
      'model a-model: topk_method is "group_limited_greedy": model type a_moe is not known to route by groups.',
    ],
    [
      "groups of DeepSeek-V4, which is known to have none",
      { ...PLAIN, model_type: "deepseek_v4", n_group: 8 },
      "model a-model: n_group is 8: model type deepseek_v4 is not known to route by groups.",
    ],
    [
      "an unknown method",
      { ...PLAIN, topk_method: "sinkhorn" },
      'model a-model: topk_method is "sinkhorn": the methods known are greedy, group_limited_greedy, noaux_tc.',
    ],
    [
      "an unknown scoring",
      { ...PLAIN, scoring_func: "sparsemax" },
      'model a-model: scoring_func is "sparsemax": the scorings known are softmax, sigmoid, sqrtsoftplus.',
    ],
    [
      "an unknown activation",
      { ...PLAIN, hidden_act: "mish" },
      'model a-model: hidden_act is "mish": the activations known are silu, swish, gelu, gelu_tanh, gelu_new, gelu_pytorch_tanh, relu2.',
    ],
    [
      "an ungated activation of an unknown type",
      { ...PLAIN, mlp_hidden_act: "relu2" },
      'model a-model: mlp_hidden_act is "relu2": it is known for the Nemotron-H family alone, whose experts have no gate.',
    ],
    [
      "another activation of gpt-oss",
      { ...PLAIN, model_type: "gpt_oss", hidden_act: "gelu" },
      'model a-model: hidden_act is "gelu": gpt-oss experts compute swigluoai and declare silu.',
    ],
    [
      "a clamp of an unknown type",
      { ...PLAIN, swiglu_limit: 5 },
      "model a-model: swiglu_limit is 5: what model type a_moe clamps is not known here.",
    ],
    [
      "clamps by layer",
      { ...PLAIN, swiglu_limits: [0, 7] },
      "model a-model: swiglu_limits is [0,7]: limits that differ from layer to layer are not known here.",
    ],
    [
      "experts that compute nothing",
      { ...PLAIN, zero_expert_num: 4 },
      "model a-model: zero_expert_num is 4: its effect on the layer is not known here.",
    ],
    [
      "Llama-4 with top-2",
      { ...PLAIN, model_type: "llama4" },
      "model a-model: num_experts_per_tok is 2: Llama-4's routing is known for top-1 alone, not top-2.",
    ],
    [
      "experts without top-k",
      { ...PLAIN, num_experts_per_tok: null },
      "model a-model: num_experts_per_tok is missing: it is needed (or num_experts_per_token, moe_topk, moe_top_k, top_k_experts, moe_k, experts_per_token).",
    ],
    [
      "top-k without experts",
      { ...PLAIN, num_experts: null },
      "model a-model: num_local_experts is missing: it is needed (or num_experts, n_routed_experts, moe_num_experts, num_moe_experts).",
    ],
    [
      "no expert width",
      { ...PLAIN, intermediate_size: null },
      "model a-model: intermediate_size is missing: it is needed.",
    ],
    ["no hidden size", { ...PLAIN, hidden_size: null }, "model a-model: hidden_size is missing: it is needed."],
    [
      "no model type",
      { ...PLAIN, model_type: null },
      "model a-model: model_type is missing: it decides how the layer routes.",
    ],
    [
      "a size that is a text",
      { ...PLAIN, num_experts: "8" },
      'model a-model: num_experts is "8": must be a positive integer.',
    ],
    ["a size a layer", { ...PLAIN, moe_topk: [2, 2] }, "model a-model: moe_topk is [2,2]: must be a positive integer."],
    ["a fraction", { ...PLAIN, hidden_size: 64.5 }, "model a-model: hidden_size is 64.5: must be a positive integer."],
    [
      "a scale that is no number",
      { ...PLAIN, routed_scaling_factor: true },
      "model a-model: routed_scaling_factor is true: must be a number.",
    ],
    [
      "a flag that is no flag",
      { ...PLAIN, norm_topk_prob: 1 },
      "model a-model: norm_topk_prob is 1: must be true or false.",
    ],
    [
      "an activation that is no text",
      { ...PLAIN, hidden_act: ["silu"] },
      'model a-model: hidden_act is ["silu"]: must be a text.',
    ],
    [
      "two nested text models",
      { text_config: PLAIN, llm_config: PLAIN },
      'model a-model: llm_config is "an object": text_config and llm_config are both there, and one must be the text model.',
    ],
    ["a list", "[1, 2]", "model a-model: config.json is [1,2]: is no object."],
  ])("for %s", (_, config, message) => {
    expect(refusalOf(config).message).toBe(`${message} ${way}`);
  });

  it("for a text that is no JSON", () => {
    expect(refusalOf("{").message).toMatch(/^model a-model: config\.json is "\{": is no JSON \(.+\)\. Correct it/);
  });

  it("for a scale that Python wrote as NaN", () => {
    const text = JSON.stringify({ ...PLAIN, routed_scaling_factor: 0 }).replace(/0}$/, "NaN}");
    expect(refusalOf(text)).toMatchObject({ field: "routed_scaling_factor", value: "NaN" });
  });

  it("with its facts in fields", () => {
    expect(refusalOf({ ...PLAIN, num_experts_per_tok: 9 })).toMatchObject({
      model: "a-model",
      field: "num_experts_per_tok",
      value: 9,
      reason: "top-k 9 of 8 experts",
    });
  });
});
