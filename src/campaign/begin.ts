import { keyOf } from "../identity/keys.js";
import type { Plan } from "../plan/plan.js";
import { assayVersion } from "../provenance/assay-version.js";
import type { Campaign } from "./campaign.js";

/** Gives a new campaign its name and plan; one that exists gets the plan where it differs from its last. */
export async function beginOrReplan(campaign: Campaign, plan: Plan, fileText: string): Promise<void> {
  const known = campaign.fold.plan;
  if (known === null) await campaign.append("campaign", { name: plan.name, assay: assayVersion(), fileText });
  if (known === null || keyOf(known) !== keyOf(plan)) await campaign.append("plan", { plan });
}
