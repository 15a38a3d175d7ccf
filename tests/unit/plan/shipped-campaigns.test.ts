import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Plan } from "../../../src/plan/plan.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";

const folder = join(import.meta.dirname, "..", "..", "..", "campaigns");

function shippedPlan(name: string): Plan {
  const file = join(folder, name);
  return planCampaign(readFileSync(file, "utf8"), file);
}

/** A folder holds an example that needs more than Assay to be planned. */
const shipped = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

test.each(shipped)("%s can be planned, and nothing of it is refused", (name) => {
  const { cases, refusals } = shippedPlan(name);
  expect(cases.length).toBeGreaterThan(0);
  expect(refusals).toEqual([]);
});

test("eight-models: 12 cases of 8 models, each with less than 700 MiB of weights", () => {
  const { cases } = shippedPlan("eight-models.yaml");
  expect(cases).toHaveLength(12);
  expect(new Set(cases.flatMap(({ models }) => models)).size).toBe(8);
  for (const { weightBytes } of cases) expect(weightBytes).toBeLessThan(700 * 2 ** 20);
});
