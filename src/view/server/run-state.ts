import { z } from "zod";
import type { CampaignFold } from "../../ledger/fold.js";
import { processIdentitySchema, stateOf } from "../../ledger/process-identity.js";
import { readIfThere } from "../../ledger/text-file.js";
import type { LiveState } from "./messages.js";

/** Whether the last run of a campaign still goes on, as its journal and its writer's lock tell. */
export function runState(fold: CampaignFold, journal: string): LiveState["run"] {
  const holder = lockHolder(journal);
  if (holder === null) return fold.sessions.at(-1)?.endedBy === null ? "killed" : "ended";
  const state = stateOf(holder);
  // Who ends in order gives the lock back.
  return state === "alive" ? "running" : state === "dead" ? "killed" : "elsewhere";
}

function lockHolder(journal: string): z.infer<typeof processIdentitySchema> | null {
  const text = readIfThere(`${journal}.lock`);
  const parsed = processIdentitySchema.safeParse(text === null ? null : parsedOrNull(text));
  return parsed.success ? parsed.data : null;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Read while it was being taken over.
    return null;
  }
}
