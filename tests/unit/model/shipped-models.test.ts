import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findModel, shippedModels } from "../../../src/model/find-model.js";
import { readModelConfig } from "../../../src/model/read-config.js";

const shapeOf = (name: string) => findModel(name, { baseDir: "." });

/** experts, top-k, expert width, hidden: the check values of the public configs. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  "mixtral-8x7b": [8, 2, 14336, 4096],
  "qwen3-30b-a3b": [128, 8, 768, 2048],
  "llama-4-scout": [16, 1, 8192, 5120],
  "gpt-oss-20b": [32, 4, 2880, 2880],
  "deepseek-v3": [256, 8, 2048, 7168],
  "deepseek-v4-flash": [256, 6, 2048, 4096],
  "gemma-4-26b-a4b": [128, 8, 704, 2816],
  "qwen3.5-397b-a17b": [512, 10, 1024, 4096],
};

/** Shipped models and the public config that each is cut from. */
const ORIGINS: Readonly<Record<string, string>> = {
  "deepseek-v3": "deepseek-ai--DeepSeek-V3",
  "deepseek-v3.2": "deepseek-ai--DeepSeek-V3.2",
  "deepseek-v4-flash": "deepseek-ai--DeepSeek-V4-Flash",
  "gemma-4-26b-a4b": "google--gemma-4-26B-A4B",
  "glm-5": "zai-org--GLM-5",
  "gpt-oss-120b": "openai--gpt-oss-120b",
  "gpt-oss-20b": "openai--gpt-oss-20b",
  "kimi-k2": "moonshotai--Kimi-K2-Instruct",
  "llama-3.1-70b": "meta-llama--Meta-Llama-3.1-70B",
  "llama-3.1-8b": "meta-llama--Meta-Llama-3.1-8B",
  "llama-4-maverick": "meta-llama--Llama-4-Maverick-17B-128E-Instruct",
  "llama-4-scout": "meta-llama--Llama-4-Scout-17B-16E-Instruct",
  "minimax-m2.5": "MiniMaxAI--MiniMax-M2.5",
  "mixtral-8x22b": "mistralai--Mixtral-8x22B-v0.1",
  "mixtral-8x7b": "mistralai--Mixtral-8x7B-v0.1",
  "nemotron-3-nano-30b-a3b": "nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
  "nemotron-h-56b": "nvidia--Nemotron-H-56B-Base-8K",
  "qwen3-0.6b": "Qwen--Qwen3-0.6B",
  "qwen3-235b-a22b": "Qwen--Qwen3-235B-A22B",
  "qwen3-30b-a3b": "Qwen--Qwen3-30B-A3B",
  "qwen3-32b": "Qwen--Qwen3-32B",
  "qwen3.5-35b-a3b": "Qwen--Qwen3.5-35B-A3B",
  "qwen3.5-397b-a17b": "Qwen--Qwen3.5-397B-A17B",
};

describe("the shipped models", () => {
  it("can all be read, MoE and dense ones", () => {
    const shapes = shippedModels().map(shapeOf);
    expect(shapes.filter(({ moe }) => moe !== null).length).toBeGreaterThanOrEqual(15);
    expect(shapes.filter(({ moe }) => moe === null).length).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(SIZES))("hold %s with sizes %j", (name, sizes) => {
    const { hidden, moe } = shapeOf(name);
    expect([moe?.experts, moe?.topK, moe?.inter, hidden]).toEqual(sizes);
  });

  it("each stand for a public config", () => {
    expect(Object.keys(ORIGINS)).toEqual(shippedModels());
  });
});

const configs = new URL("../../../../shared/data/model-configs/", import.meta.url);
const present = existsSync(configs);

describe.skipIf(!present)("the shipped model (skipped where ../shared/data/model-configs is absent)", () => {
  it.each(Object.entries(ORIGINS))("%s is what %s declares", (name, origin) => {
    const whole = readFileSync(new URL(`${origin}.json`, configs), "utf8");
    expect(shapeOf(name)).toEqual(readModelConfig(whole, name));
  });
});
