import { existsSync, statSync } from "node:fs";
import { z } from "zod";
import { foldJournal } from "../campaign/campaign-reading.js";
import { sourcesOf } from "../campaign/device-sources.js";
import { changedSources } from "../campaign/resume-gate.js";
import { planCampaign } from "../plan/plan-campaign.js";
import { differenceOfSources, type ProvenancePicture, provenanceText } from "../view/terminal/provenance-text.js";
import { journalIn, readInput } from "./input.js";
import { printJson } from "./print-json.js";
import { provenanceJson } from "./provenance-json.js";

const optionsSchema = z.strictObject({ diff: z.boolean().default(false), json: z.boolean().default(false) });

/** `assay provenance DIR`, or FILE for a campaign that has not begun */
export async function provenanceCommand(directory: string, options: unknown): Promise<void> {
  const { diff, json } = optionsSchema.parse(options);
  const picture = await pictureOf(directory);
  if (json) printJson(pictureJson(picture));
  else process.stdout.write(diff ? differenceOfSources(picture) : provenanceText(picture));
}

async function pictureOf(directory: string): Promise<ProvenancePicture> {
  if (existsSync(directory) && statSync(directory).isFile()) {
    const { devices } = planCampaign(readInput(directory), directory);
    return { fold: null, sources: sourcesOf(devices), directory };
  }
  const { fold } = await foldJournal(journalIn(directory));
  return { fold, sources: sourcesOf(fold.plan?.devices ?? []), directory };
}

function pictureJson({ fold, sources }: ProvenancePicture): object {
  const changed = fold ? changedSources(fold, sources) : [];
  return {
    sources: sources.map(({ device, closure, git }) => ({ device, closure, git })),
    changed: changed.map(({ device, before, now }) => ({ device, before: before?.hash ?? null, now: now.hash })),
    recorded: fold && provenanceJson(fold),
  };
}
