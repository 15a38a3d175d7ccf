import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readModelConfig } from "../../../src/model/read-config.js";
import { contractOf } from "./contract.js";

const PLAIN = { model_type: "a_moe", hidden_size: 64, intermediate_size: 96, num_experts: 8, num_experts_per_tok: 2 };
const GROUPED = {
  ...PLAIN,
  model_type: "deepseek_v3",
  num_experts_per_tok: 4,
  n_group: 4,
  topk_group: 2,
  scoring_func: "sigmoid",
};

const moeOf = (config: object) => readModelConfig(config, "a-model").moe;
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/model-configs/${name}.json`, import.meta.url), "utf8");

describe("sizes", () => {
  it.each(["num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts", "num_moe_experts"])(
    "reads the experts from %s",
    (field) => {
      expect(moeOf({ ...PLAIN, num_experts: null, [field]: 16 })?.experts).toBe(16);
    },
  );

  it.each([
    "num_experts_per_tok",
    "num_experts_per_token",
    "moe_topk",
    "moe_top_k",
    "top_k_experts",
    "moe_k",
    "experts_per_token",
  ])("reads top-k from %s", (field) => {
    expect(moeOf({ ...PLAIN, num_experts_per_tok: null, [field]: 3 })?.topK).toBe(3);
  });

  it.each(["moe_intermediate_size", "expert_intermediate_size"])("prefers %s to intermediate_size", (field) => {
    expect(moeOf({ ...PLAIN, [field]: 32 })?.inter).toBe(32);
  });

  it("falls back to intermediate_size", () => {
    expect(moeOf(PLAIN)?.inter).toBe(96);
  });

  it("takes two spellings that agree", () => {
    expect(moeOf({ ...PLAIN, num_local_experts: 8, experts_per_token: 2 })).toEqual(moeOf(PLAIN));
  });
});

describe("a nested text model", () => {
  it.each(["text_config", "llm_config", "language_config"])("in %s wins over the outer fields", (field) => {
    const shape = readModelConfig({ ...PLAIN, [field]: { hidden_size: 128, num_experts: 4 } }, "a-model");
    expect(shape).toMatchObject({ hidden: 128, moe: { experts: 4, topK: 2 } });
  });

  it("without a model_type has the outer one's", () => {
    expect(readModelConfig(fixture("nested-over-outer"), "a-model").modelType).toBe("deepseek_v3");
    expect(contractOf(readModelConfig(fixture("nested-over-outer"), "a-model"))).toBe(
      "256 8 2048 7168, gated silu, sigmoid 4 of 8 groups bias, ×2.5 renormalised on output, fp32 logits",
    );
  });

  it("leaves to the outer fields what it holds as null", () => {
    expect(readModelConfig({ ...PLAIN, text_config: { hidden_size: null } }, "a-model").hidden).toBe(64);
  });

  it("of null is none", () => {
    expect(readModelConfig({ ...PLAIN, text_config: null }, "a-model").hidden).toBe(64);
  });
});

describe("a dense model", () => {
  it.each([
    ["declares no MoE field", {}],
    ["declares them all as null", { num_local_experts: null, moe_topk: null, moe_intermediate_size: null }],
    ["declares 0 experts", { num_local_experts: 0, num_experts_per_tok: 0 }],
    ["switches its MoE block off", { num_experts: 8, top_k_experts: 2, enable_moe_block: false }],
  ])("%s", (_, fields) => {
    const shape = readModelConfig({ model_type: "llama", hidden_size: 64, ...fields }, "a-model");
    expect(shape).toEqual({ name: "a-model", modelType: "llama", hidden: 64, moe: null });
  });

  it("is what null fields inside a text model say", () => {
    expect(contractOf(readModelConfig(fixture("null-moe-fields"), "gemma"))).toBe("no MoE layer");
  });

  it("is read although Python wrote an Infinity, which JSON has not", () => {
    expect(readModelConfig(fixture("python-infinity"), "nemotron")).toMatchObject({ hidden: 8192, moe: null });
  });
});

describe("activation", () => {
  it.each([
    [{}, { function: "silu", gated: true, bias: false, limit: null }],
    [{ hidden_act: "gelu" }, { function: "gelu" }],
    [{ hidden_activation: "gelu_pytorch_tanh" }, { function: "gelu_tanh" }],
    [{ hidden_act: "silu", hidden_activation: "gelu" }, { function: "silu" }],
    [{ mlp_bias: true }, { function: "silu", bias: true }],
  ])("of %j", (fields, activation) => {
    expect(moeOf({ ...PLAIN, ...fields })?.activation).toMatchObject(activation);
  });

  it("of gpt-oss is its own, though it declares silu", () => {
    const activation = { function: "swigluoai", gated: true, bias: true, alpha: 1.702, limit: 7 };
    expect(moeOf({ ...PLAIN, model_type: "gpt_oss", hidden_act: "silu" })?.activation).toEqual(activation);
    expect(moeOf({ ...PLAIN, model_type: "gpt_oss", swiglu_limit: 9.5 })?.activation.limit).toBe(9.5);
  });

  it("of Nemotron-H has no gate", () => {
    const { activation } = moeOf({ ...GROUPED, model_type: "nemotron_h", mlp_hidden_act: "relu2" }) ?? {};
    expect(activation).toMatchObject({ function: "relu2", gated: false });
  });

  it("of DeepSeek-V4 is clamped where its limit is above 0", () => {
    const v4 = { ...PLAIN, model_type: "deepseek_v4", topk_method: "noaux_tc" };
    expect(moeOf({ ...v4, swiglu_limit: 10 })?.activation).toMatchObject({ function: "silu", limit: 10, alpha: null });
    expect(moeOf({ ...v4, swiglu_limit: 0 })?.activation.limit).toBeNull();
  });
});

describe("routing", () => {
  it("is softmax, renormalised, unscaled where nothing is declared", () => {
    expect(moeOf(PLAIN)?.routing).toEqual({
      scoring: "softmax",
      groups: null,
      correctionBias: false,
      renormalise: true,
      scale: 1,
      weightOn: "output",
      logits: "model",
    });
  });

  it.each([
    ["scoring_func", "sigmoid"],
    ["moe_router_activation_func", "sigmoid"],
    ["moe_router_activation", "softmax"],
    ["score_function", "sqrtsoftplus"],
  ])("scores as %s %s says", (field, scoring) => {
    expect(moeOf({ ...PLAIN, [field]: scoring })?.routing.scoring).toBe(scoring);
  });

  it.each([
    ["nemotron_h", "sigmoid"],
    ["deepseek_v4", "sqrtsoftplus"],
  ])("of type %s scores by %s undeclared", (modelType, scoring) => {
    const groups = modelType === "nemotron_h" ? { n_group: 1, topk_group: 1 } : {};
    expect(moeOf({ ...PLAIN, ...groups, model_type: modelType })?.routing.scoring).toBe(scoring);
  });

  it.each(["deepseek_v3", "deepseek_v32", "kimi_k2", "kimi_linear", "glm_moe_dsa", "mimo_v2_flash", "nemotron_h"])(
    "of type %s is grouped",
    (modelType) => {
      expect(moeOf({ ...GROUPED, model_type: modelType })?.routing.groups).toEqual({ count: 4, kept: 2 });
    },
  );

  it("reads num_expert_group as n_group", () => {
    expect(contractOf(readModelConfig(fixture("grouped-by-num-expert-group"), "kimi-linear"))).toBe(
      "256 8 1024 2304, gated silu, sigmoid 1 of 1 groups bias, ×2.446 renormalised on output, fp32 logits",
    );
  });

  it("reads the vendor's spellings of bias, scale, scoring and renormalisation", () => {
    expect(contractOf(readModelConfig(fixture("vendor-spellings"), "step"))).toBe(
      "288 8 1280 4096, gated silu, sigmoid no groups bias, ×3 renormalised on output, fp32 logits",
    );
  });

  it.each([
    ["topk_method noaux_tc", { ...GROUPED, topk_method: "noaux_tc" }],
    ["use_routing_bias", { ...PLAIN, use_routing_bias: true }],
    ["use_moe_router_bias", { ...PLAIN, use_moe_router_bias: true }],
    ["moe_use_aux_free", { ...PLAIN, moe_use_aux_free: true }],
    ["type glm_moe_dsa", { ...GROUPED, model_type: "glm_moe_dsa" }],
    ["type nemotron_h", { ...GROUPED, model_type: "nemotron_h" }],
    ["type mimo_v2_flash", JSON.parse(fixture("undeclared-bias"))],
  ])("has a correction bias by %s, and fp32 logits", (_, config: object) => {
    expect(moeOf(config)?.routing).toMatchObject({ correctionBias: true, logits: "fp32" });
  });

  it("has no correction bias where it is declared false, or the grouped method is another", () => {
    expect(moeOf({ ...PLAIN, use_routing_bias: false })?.routing.correctionBias).toBe(false);
    expect(moeOf({ ...GROUPED, topk_method: "group_limited_greedy" })?.routing.correctionBias).toBe(false);
  });

  it.each([
    [{ routed_scaling_factor: 2.5 }, 2.5],
    [{ moe_router_scaling_factor: 3 }, 3],
    [{ routed_scaling_factor: 0.0 }, 0],
    [{ routed_scaling_factor: null }, 1],
    [{ routed_scaling_factor: null, moe_router_scaling_factor: 3 }, 3],
  ])("with %j scales by %d", (fields, scale) => {
    expect(moeOf({ ...PLAIN, ...fields })?.routing.scale).toBe(scale);
  });

  it.each(["norm_topk_prob", "moe_renormalize", "norm_expert_weight"])(
    "does not renormalise if %s is false",
    (field) => {
      expect(moeOf({ ...PLAIN, [field]: false })?.routing.renormalise).toBe(false);
    },
  );

  it.each(["llama4", "llama4_text"])("of %s weighs the input by the sigmoid of the top-1 logit", (modelType) => {
    expect(moeOf({ ...PLAIN, model_type: modelType, num_experts_per_tok: 1 })?.routing).toMatchObject({
      scoring: "sigmoid",
      renormalise: false,
      weightOn: "input",
      logits: "model",
    });
  });

  it("of DeepSeek-V4 has a bias and no groups", () => {
    const v4 = { ...PLAIN, model_type: "deepseek_v4", topk_method: "noaux_tc" };
    expect(moeOf(v4)?.routing).toMatchObject({ groups: null, correctionBias: true });
  });
});
