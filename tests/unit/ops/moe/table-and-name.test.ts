import { describe, expect, it } from "vitest";
import { moeCaseName } from "../../../../src/ops/moe/name.js";
import { moeTableCurve, moeTableKey } from "../../../../src/ops/moe/table.js";
import { deepseekCase } from "./layers.js";

const powerLaw = { distribution: "power_law", alpha: 1.01, draws: 5, seed: 0 } as const;

describe("the table key", () => {
  it("is what a consumer looks up, in the whole model's sizes", () => {
    expect(moeTableKey(deepseekCase({ tp: 2, ep: 4 }), 64)).toEqual({
      moe_dtype: "fp32",
      num_tokens: 64,
      hidden_size: 7168,
      inter_size: 2048,
      topk: 8,
      num_experts: 256,
      moe_tp_size: 2,
      moe_ep_size: 4,
      distribution: "balanced",
    });
  });

  it("names the distribution by its exponent alone", () => {
    expect(moeTableCurve(deepseekCase({ workload: powerLaw })).distribution).toBe("power_law_1.01");
    expect(moeTableCurve(deepseekCase({ workload: { ...powerLaw, seed: 3 } }))).toEqual(
      moeTableCurve(deepseekCase({ workload: powerLaw })),
    );
  });

  it("does not tell routings apart: such cases collide", () => {
    const softmax = deepseekCase({ routing: { ...deepseekCase().routing, scoring: "softmax" } });
    expect(moeTableCurve(softmax)).toEqual(moeTableCurve(deepseekCase()));
  });
});

describe("a case's name", () => {
  it.each([
    [{}, ["deepseek-v3"], "moe deepseek-v3 fp32 balanced"],
    [{ tp: 8 }, ["mixtral-8x7b"], "moe mixtral-8x7b fp32 tp8 balanced"],
    [{ tp: 2, ep: 4, dtype: "int4" }, ["a"], "moe a int4 tp2 ep4 balanced"],
    [{}, ["deepseek-v3", "deepseek-v3.2"], "moe deepseek-v3+deepseek-v3.2 fp32 balanced"],
    [{ workload: powerLaw }, ["a"], "moe a fp32 power_law_1.01"],
    [{ workload: { ...powerLaw, draws: 2, seed: 9 } }, ["a"], "moe a fp32 power_law_1.01 draws2 seed9"],
  ])("of %j for %j is %s", (changes, models, name) => {
    expect(moeCaseName(deepseekCase(changes), models)).toBe(name);
  });
});
