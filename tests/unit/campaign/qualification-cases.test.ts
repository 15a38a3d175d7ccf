import { expect, test } from "vitest";
import { qualificationCases } from "../../../src/campaign/qualification-cases.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { closureNamed, ProvenanceHistory } from "../../fixtures/provenance-history.js";
import { moeOf } from "../../fixtures/moe-of.js";

function historyOf(...cases: readonly string[]): ProvenanceHistory {
  return new ProvenanceHistory(
    planCampaign(
      `devices: [{name: cpu0, runtime: ort}]\ncases:\n${cases.map((one) => `  - {op: moe, ${one}}\n`).join("")}`,
      "c.yaml",
    ),
  );
}

const names = ({ fold }: ProvenanceHistory, count: number) =>
  qualificationCases(fold, "ort", count).map(({ name }) => name);

test("the largest layer first, then what covers callbacks, dtypes and models that none of the chosen has", () => {
  const history = historyOf(
    "models: qwen3-30b-a3b, dtype: [fp32, int4], ep: 8, tokens: [1]",
    "models: mixtral-8x7b, dtype: [fp32, int4], tp: 8, tokens: [1]",
    "callback: demo/leaky-moe, models: mixtral-8x7b, dtype: fp32, tp: 4, tokens: [1]",
  );
  const chosen = qualificationCases(history.fold, "ort", 4).map(({ models, case: layer }) => [
    models[0],
    moeOf(layer).dtype,
    layer.callback,
  ]);
  expect(chosen).toEqual([
    ["mixtral-8x7b", "fp32", "demo/leaky-moe"],
    ["qwen3-30b-a3b", "int4", "moe"],
    ["mixtral-8x7b", "fp32", "moe"],
    ["qwen3-30b-a3b", "fp32", "moe"],
  ]);
});

test("of equal ones a case that was measured before, whose points can be compared", () => {
  const cases = ["models: mixtral-8x7b, dtype: fp32, tp: [4, 8, 16], tokens: [1]"];
  expect(names(historyOf(...cases), 2)).toEqual([
    "moe mixtral-8x7b fp32 tp4 balanced",
    "moe mixtral-8x7b fp32 tp8 balanced",
  ]);
  const history = historyOf(...cases)
    .session(closureNamed("A"))
    .worker({ worker: "w1", closure: "A" });
  history.attempt({ worker: "w1", caseIndex: 2, points: { 1: [1] } });
  expect(names(history, 2)).toEqual(["moe mixtral-8x7b fp32 tp4 balanced", "moe mixtral-8x7b fp32 tp16 balanced"]);
});

test("fewer cases than sweeps come again: what leaks shows in a row of callbacks", () => {
  const history = historyOf("models: mixtral-8x7b, dtype: [fp32, int4], tp: 8, tokens: [1]");
  const [fp32, int4] = ["moe mixtral-8x7b fp32 tp8 balanced", "moe mixtral-8x7b int4 tp8 balanced"];
  expect(names(history, 4)).toEqual([fp32, int4, fp32, int4]);
  expect(names(history, 1)).toEqual([fp32]);
});

test("a runtime without a case has nothing to run", () => {
  const history = historyOf("models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: [1]");
  expect(qualificationCases(history.fold, "python", 4)).toEqual([]);
});
