import { resolve } from "node:path";
import type { CampaignFile } from "./campaign-schema.js";
import type { Pins, Plan } from "./plan.js";

type Written = Pick<CampaignFile, "source" | "environment" | "device" | "supersedes">;

/** What a campaign file says of provenance, as a plan has it; nothing where it says nothing. */
export function compilePins(
  { source, environment, device, supersedes }: Written,
  baseDir: string,
): Pick<Plan, "pins" | "supersedes"> {
  const pins: Pins = {
    ...(source && { source: sourcePin(source) }),
    ...(environment && { environment }),
    ...(device && { device }),
  };
  return {
    ...(Object.keys(pins).length > 0 && { pins }),
    ...(supersedes && { supersedes: { seal: supersedes.seal, campaign: resolve(baseDir, supersedes.campaign) } }),
  };
}

function sourcePin({
  commit,
  closure,
  approved_by: approvedBy,
}: NonNullable<Written["source"]>): NonNullable<Pins["source"]> {
  return { ...(commit !== undefined && { commit }), ...(closure !== undefined && { closure }), approvedBy };
}
