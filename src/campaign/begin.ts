import { hostname } from "node:os";
import { keyOf } from "../identity/keys.js";
import type { Plan } from "../plan/plan.js";
import { assayVersion } from "../provenance/assay-version.js";
import type { Campaign } from "./campaign.js";
import type { RunProvenance } from "./run-provenance.js";

/** Gives a new campaign its name and plan; one that exists gets the plan where it differs from its last. */
export async function beginOrReplan(campaign: Campaign, plan: Plan, fileText: string): Promise<void> {
  const known = campaign.fold.plan;
  if (known === null) await campaign.append("campaign", { name: plan.name, assay: assayVersion(), fileText });
  if (known === null || keyOf(known) !== keyOf(plan)) await campaign.append("plan", { plan });
}

/** Writes that this process measures from here on, and with which sources. */
export async function beginSession(campaign: Campaign, provenance: RunProvenance): Promise<void> {
  await Promise.all([
    provenance.recordSources(),
    campaign.append("session", {
      pid: process.pid,
      host: hostname(),
      node: process.version,
      assay: assayVersion(),
      closures: provenance.closures,
    }),
  ]);
}
