import { describe, expect, it } from "vitest";
import { activationSchema, type MoeCase } from "../../../../src/ops/moe/case.js";
import { moeFaults, type Backend, type DeviceKind } from "../../../../src/ops/moe/legality.js";
import { deepseekCase } from "./layers.js";

function reasons(changes: Partial<MoeCase>, backend: Backend, device: DeviceKind = "gpu"): string[] {
  return moeFaults(deepseekCase(changes), backend, device).map(({ reason }) => reason);
}
const { routing } = deepseekCase();
const ungrouped = { routing: { ...routing, groups: null } };

describe("the shape of a layer", () => {
  it.each<[string, Partial<MoeCase>, string]>([
    ["EP 3 of 256 experts", { ep: 3 }, "EP 3 of 256 experts: no equal shares"],
    ["tp 3 of width 1408", { tp: 3, inter: 1408 }, "tp 3 of width 1408: no equal shares"],
    ["top-k 9 of 8", { ...ungrouped, experts: 8, topK: 9 }, "top-k 9 of 8 experts"],
    ["ep 16 of 8", { ...ungrouped, experts: 8, ep: 16 }, "ep 16 of 8 experts: a rank would hold none"],
    [
      "256 experts in 7 groups",
      { routing: { ...routing, groups: { count: 7, kept: 4 } } },
      "256 experts in 7 groups: no equal groups",
    ],
    ["topk_group > n_group", { routing: { ...routing, groups: { count: 8, kept: 9 } } }, "topk_group 9 > n_group 8"],
    [
      "too few eligible experts",
      { routing: { ...routing, groups: { count: 64, kept: 1 } } },
      "top-k 8 of the 4 experts in 1 of 64 groups",
    ],
    [
      "a weight on the input of more than one expert",
      { routing: { ...routing, weightOn: "input" } },
      "top-k 8 with the weight on the expert's input, which is defined for top-1 alone",
    ],
    ["an unknown dtype", { dtype: "fp3" }, "dtype fp3 is not known"],
  ])("is refused for %s, by every backend", (_, changes, reason) => {
    for (const backend of ["vllm", "trtllm", "sglang", "ort"] as const)
      expect(reasons(changes, backend)).toContain(reason);
  });

  it("has every broken rule named", () => {
    expect(reasons({ ep: 3, tp: 3, inter: 1408 }, "sglang")).toEqual([
      "EP 3 of 256 experts: no equal shares",
      "tp 3 of width 1408: no equal shares",
    ]);
  });

  it("is legal as served", () => {
    for (const backend of ["vllm", "trtllm", "sglang", "ort"] as const) expect(reasons({ ep: 8 }, backend)).toEqual([]);
  });
});

describe("tp and ep together", () => {
  it("are refused by vLLM alone", () => {
    const both = { tp: 2, ep: 4 };
    expect(reasons(both, "vllm")).toEqual(["tp 2 with ep 4: vLLM turns its TP ranks into EP ranks and never has both"]);
    expect(reasons(both, "trtllm")).toEqual([]);
    expect(reasons(both, "sglang")).toEqual([]);
    expect(reasons(both, "ort")).toEqual([]);
  });
});

describe("vLLM on a CPU", () => {
  it("refuses ep, which it would measure wrongly", () => {
    expect(reasons({ ep: 2 }, "vllm", "cpu")).toEqual([
      "ep 2: vLLM's CPU experts ignore the expert map, and their numbers are garbage",
    ]);
    expect(reasons({ tp: 2 }, "vllm", "cpu")).toEqual([]);
  });

  it("refuses experts without a gate", () => {
    const activation = activationSchema.parse({ function: "relu2", gated: false });
    expect(reasons({ activation }, "vllm", "cpu")).toEqual(["experts without a gate: vLLM builds them on GPUs alone"]);
    expect(reasons({ activation }, "vllm", "gpu")).toEqual([]);
  });
});

describe("runtime ort", () => {
  it.each(["bf16", "fp8", "nvfp4"])("refuses dtype %s", (dtype) => {
    expect(reasons({ dtype }, "ort")).toEqual([
      `unsupported by runtime ort: dtype ${dtype}; its MoE operators are fp32 and int4 on a CPU`,
    ]);
  });

  it("refuses Gemma-4's experts", () => {
    expect(reasons({ activation: activationSchema.parse({ function: "gelu_tanh" }) }, "ort")).toEqual([
      "unsupported by runtime ort: activation gelu_tanh with a gate; its gated experts compute silu or swigluoai",
    ]);
  });

  it("refuses Nemotron's experts", () => {
    expect(reasons({ activation: activationSchema.parse({ function: "relu2", gated: false }) }, "ort")).toEqual([
      "unsupported by runtime ort: activation relu2; its gated experts compute silu or swigluoai",
      "unsupported by runtime ort: experts without a gate (two matrices)",
    ]);
  });

  it("refuses 4-bit weights that would end inside a byte", () => {
    expect(reasons({ dtype: "int4", inter: 1410, tp: 2 }, "ort")).toEqual([
      "unsupported by runtime ort: int4 with hidden 7168 and width 705 a rank; two weights share a byte",
    ]);
    expect(reasons({ dtype: "fp32", inter: 1410, tp: 2 }, "ort")).toEqual([]);
  });

  it("takes gpt-oss, Llama-4 and every routing", () => {
    const gptOss = activationSchema.parse({ function: "swigluoai", bias: true, alpha: 1.702, limit: 7 });
    expect(reasons({ activation: gptOss }, "ort")).toEqual([]);
    expect(reasons({ topK: 1, routing: { ...routing, weightOn: "input", groups: null } }, "ort")).toEqual([]);
    expect(reasons({ routing: { ...routing, scoring: "sqrtsoftplus" } }, "ort")).toEqual([]);
  });
});
