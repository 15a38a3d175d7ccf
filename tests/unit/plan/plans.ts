import type { CaseFilter } from "../../../src/plan/case-filter.js";
import type { Plan } from "../../../src/plan/plan.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";

/** An entry under `cases`, as a campaign file has it. */
export type Entry = Readonly<Record<string, unknown>>;

interface FileOptions {
  readonly filter?: CaseFilter;
  /** Further fields of the file. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

/** The plan of a campaign file with these entries, on one device. JSON is YAML as well. */
export function planOf(entries: readonly Entry[], { filter = {}, rest = {} }: FileOptions = {}): Plan {
  const file = { devices: [{ name: "cpu0", runtime: "ort" }], ...rest, cases: entries };
  return planCampaign(JSON.stringify(file), "campaign.yaml", filter);
}

export function keysOf(plan: Plan): string[] {
  return plan.cases.map(({ key }) => key);
}

/** A layer that is quickly planned: `changes` are its entry's other fields. */
export function entry(changes: Entry = {}): Entry {
  return { op: "moe", models: "mixtral-8x7b", dtype: "fp32", tokens: [1], ...changes };
}
