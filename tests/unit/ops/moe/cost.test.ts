import { describe, expect, it } from "vitest";
import { activationSchema } from "../../../../src/ops/moe/case.js";
import { moeBytes, moeFlop, weightBytesPerRank } from "../../../../src/ops/moe/cost.js";
import { elementBytes } from "../../../../src/ops/moe/dtype.js";
import { deepseekCase } from "./layers.js";

const small = { hidden: 4, inter: 6, experts: 8, topK: 2, routing: { ...deepseekCase().routing, groups: null } };
const plain = { activation: activationSchema.parse({ function: "relu2", gated: false }) };

describe("moeFlop", () => {
  it("counts three matrices of gated experts and two of plain ones", () => {
    // 5 tokens · top-2 · 4 · 6 · 3 matrices · 2
    expect(moeFlop(deepseekCase(small), 5)).toBe(1440);
    expect(moeFlop(deepseekCase({ ...small, ...plain }), 5)).toBe(960);
  });

  it("is shared by ep, then by tp, rounded down each time", () => {
    expect(moeFlop(deepseekCase({ ...small, ep: 4, tp: 2 }), 5)).toBe(180);
    expect(moeFlop(deepseekCase({ ...small, ep: 7, tp: 3 }), 5)).toBe(68);
  });
});

describe("moeBytes", () => {
  it("adds the pairs' inputs and outputs, what lies between, and the touched experts' weights", () => {
    // 10 pairs: 10 · 2 · 4 + 10 · 6 · 3 + 4 · 6 · 3 · 8 touched experts, in fp32.
    expect(moeBytes(deepseekCase(small), 5)).toBe((80 + 180 + 576) * 4);
  });

  it("touches no more experts than there are pairs", () => {
    expect(moeBytes(deepseekCase({ ...small, ...plain }), 1)).toBe((16 + 24 + 4 * 6 * 2 * 2) * 4);
  });

  it("is one rank's", () => {
    // ep 4: ⌊10 / 4⌋ = 2 pairs and 2 experts; tp 2 halves widths.
    expect(moeBytes(deepseekCase({ ...small, ep: 4, tp: 2 }), 5)).toBe((16 + 18 + 36 * 2) * 4);
  });

  it("counts half bytes of 4-bit elements", () => {
    expect(moeBytes(deepseekCase({ ...small, dtype: "int4" }), 5)).toBe((80 + 180 + 576) / 2);
  });
});

describe("weightBytesPerRank", () => {
  it("is that of Mixtral-8x7B at tp 8: 8 experts of 3 · 4096 · 1792", () => {
    const mixtral = deepseekCase({ ...small, hidden: 4096, inter: 14336, tp: 8 });
    expect(weightBytesPerRank(mixtral)).toBe(8 * 3 * 4096 * 1792 * 4);
  });

  it("has fewer experts with ep, two matrices without a gate, and biases where there are some", () => {
    expect(weightBytesPerRank(deepseekCase({ ...small, ep: 4 }))).toBe(2 * 3 * 4 * 6 * 4);
    expect(weightBytesPerRank(deepseekCase({ ...small, ...plain }))).toBe(8 * 2 * 4 * 6 * 4);
    const biased = activationSchema.parse({ function: "swigluoai", bias: true });
    expect(weightBytesPerRank(deepseekCase({ ...small, activation: biased }))).toBe(8 * (3 * 4 * 6 + 2 * 6 + 4) * 4);
  });

  it("refuses a dtype whose size it does not know", () => {
    expect(() => weightBytesPerRank(deepseekCase({ dtype: "fp3" }))).toThrow(
      new RangeError("dtype fp3 has no known size"),
    );
  });
});

describe("elementBytes", () => {
  it.each([
    ["fp32", 4],
    ["bf16", 2],
    ["fp8_block", 1],
    ["int4", 0.5],
    ["nvfp4", 0.5625],
    ["mxfp4", 0.53125],
    ["fp3", null],
    ["constructor", null],
  ])("of %s is %s", (dtype, bytes) => {
    expect(elementBytes(dtype)).toBe(bytes);
  });
});
