import { expect, test } from "vitest";
import { demonstrationsOf, isDemonstration } from "../../../src/ledger/publication.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";

test.each([
  ["demo/leaky-moe", true],
  ["moe", false],
  ["my/demo/moe", false],
  ["demonstrate", false],
])("%s is a demonstration: %s", (callback, expected) => {
  expect(isDemonstration(callback)).toBe(expected);
});

test("the demonstrations of a campaign are named once each", () => {
  const entry = (callback: string) =>
    `{op: moe, callback: ${callback}, models: mixtral-8x7b, dtype: [fp32, int4], tp: 8, tokens: [1]}`;
  const text = `devices: [{name: cpu0, runtime: ort}]\ncases: [${entry("moe")}, ${entry("demo/leaky-moe")}]\n`;
  expect(demonstrationsOf(planCampaign(text, "campaign.yaml").cases)).toEqual(["demo/leaky-moe"]);
});
