import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readModelConfig } from "../../../src/model/read-config.js";
import { contractOf } from "./contract.js";

const FOLDER = fileURLToPath(new URL("../../../../shared/data/model-configs", import.meta.url));
const present = existsSync(FOLDER);

const silu = "gated silu";
const plainRouting = "softmax no groups, ×1 renormalised on output, model logits";
const deepseek = "sigmoid 4 of 8 groups bias, ×2.5 renormalised on output, fp32 logits";
const llama4 = `${silu}, sigmoid no groups, ×1 as scored on input, model logits`;
const gptOss = `gated swigluoai≤7 biases, ${plainRouting}`;

/** experts, top-k, expert width, hidden; then activation and routing. */
const CONTRACTS: Readonly<Record<string, string>> = {
  "MiniMaxAI--MiniMax-M2.5": `256 8 1536 3072, ${silu}, sigmoid no groups bias, ×1 renormalised on output, fp32 logits`,
  "Qwen--Qwen3-0.6B": "no MoE layer",
  "Qwen--Qwen3-235B-A22B": `128 8 1536 4096, ${silu}, ${plainRouting}`,
  "Qwen--Qwen3-235B-A22B-FP8": `128 8 1536 4096, ${silu}, ${plainRouting}`,
  "Qwen--Qwen3-30B-A3B": `128 8 768 2048, ${silu}, ${plainRouting}`,
  "Qwen--Qwen3-30B-A3B-FP8": `128 8 768 2048, ${silu}, ${plainRouting}`,
  "Qwen--Qwen3-32B": "no MoE layer",
  "Qwen--Qwen3.5-35B-A3B": `256 8 512 2048, ${silu}, ${plainRouting}`,
  "Qwen--Qwen3.5-397B-A17B": `512 10 1024 4096, ${silu}, ${plainRouting}`,
  "deepseek-ai--DeepSeek-V3": `256 8 2048 7168, ${silu}, ${deepseek}`,
  "deepseek-ai--DeepSeek-V3.2": `256 8 2048 7168, ${silu}, ${deepseek}`,
  "deepseek-ai--DeepSeek-V4-Flash":
    "256 6 2048 4096, gated silu≤10, sqrtsoftplus no groups bias, ×1.5 renormalised on output, fp32 logits",
  "google--gemma-4-26B-A4B": `128 8 704 2816, gated gelu_tanh, ${plainRouting}`,
  "meta-llama--Llama-4-Maverick-17B-128E-Instruct": `128 1 8192 5120, ${llama4}`,
  "meta-llama--Llama-4-Scout-17B-16E-Instruct": `16 1 8192 5120, ${llama4}`,
  "meta-llama--Meta-Llama-3.1-70B": "no MoE layer",
  "meta-llama--Meta-Llama-3.1-8B": "no MoE layer",
  "mistralai--Mixtral-8x22B-v0.1": `8 2 16384 6144, ${silu}, ${plainRouting}`,
  "mistralai--Mixtral-8x7B-v0.1": `8 2 14336 4096, ${silu}, ${plainRouting}`,
  "moonshotai--Kimi-K2-Instruct": `384 8 2048 7168, ${silu}, sigmoid 1 of 1 groups bias, ×2.827 renormalised on output, fp32 logits`,
  "nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16":
    "128 6 1856 2688, plain relu2, sigmoid 1 of 1 groups bias, ×2.5 renormalised on output, fp32 logits",
  "nvidia--Nemotron-H-56B-Base-8K": "no MoE layer",
  "openai--gpt-oss-120b": `128 4 2880 2880, ${gptOss}`,
  "openai--gpt-oss-20b": `32 4 2880 2880, ${gptOss}`,
  "zai-org--GLM-5": `256 8 2048 6144, ${silu}, sigmoid 1 of 1 groups bias, ×2.5 renormalised on output, fp32 logits`,
};

describe.skipIf(!present)("the public config (skipped where ../shared/data/model-configs is absent)", () => {
  it("of every file is in the table", () => {
    const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ""));
    expect(names.sort()).toEqual(Object.keys(CONTRACTS).sort());
  });

  it.each(Object.entries(CONTRACTS))("of %s says %s", (name, contract) => {
    expect(contractOf(readModelConfig(readFileSync(`${FOLDER}/${name}.json`, "utf8"), name))).toBe(contract);
  });
});
