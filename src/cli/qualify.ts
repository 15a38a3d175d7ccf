import { z } from "zod";
import { beginOrReplan } from "../campaign/begin.js";
import { Campaign } from "../campaign/campaign.js";
import { readCampaign } from "../campaign/campaign-reading.js";
import type { RunListener } from "../campaign/events.js";
import { Qualification, type QualifyOptions } from "../campaign/qualify.js";
import { PlanMissing } from "../campaign/start.js";
import { passPins } from "../campaign/start-gate.js";
import { hasPassed } from "../ledger/provenance-state.js";
import type { QualificationRecord } from "../ledger/provenance-records.js";
import { flagNames } from "../measure/flags.js";
import { planCampaign } from "../plan/plan-campaign.js";
import { followRun } from "../view/terminal/progress.js";
import { qualificationText } from "../view/terminal/qualification-text.js";
import { ExitCode } from "./exit-code.js";
import { journalIn, readInput } from "./input.js";
import { printJson } from "./print-json.js";
import { onSignals } from "./signals.js";

const optionsSchema = z.strictObject({
  campaign: z.string().optional(),
  allowFlag: z.array(z.enum(flagNames)).default([]),
  takeOver: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** `assay qualify DIR` */
export async function qualifyCommand(directory: string, options: unknown): Promise<void> {
  const { campaign: file, allowFlag, takeOver, json } = optionsSchema.parse(options);
  const reading = await readCampaign(journalIn(directory));
  const text = file === undefined ? "" : readInput(file);
  const plan = file === undefined ? reading.fold.plan : planCampaign(text, file);
  if (!plan) throw new PlanMissing(directory);
  const sources = await passPins(plan, reading.fold);
  const campaign = await Campaign.open(directory, { create: false, takeOver, reading });
  await campaign.use(async () => {
    await beginOrReplan(campaign, plan, text);
    const record = await qualify(campaign, { sources, allowFlags: allowFlag });
    if (record && json) printJson({ directory, passed: hasPassed(record), ...record });
    else if (record) process.stdout.write(qualificationText(campaign.fold, record, directory));
  });
}

/**
 * Qualifies an open campaign where its policy says that it begins so and that has not been done. What it tells goes to
 * stderr: the result of the run that follows is the command's.
 * @returns whether the campaign may go on
 */
export async function qualifyAtStart(campaign: Campaign, { sources }: QualifyOptions): Promise<boolean> {
  const { fold, plan, directory } = campaign;
  if (plan.policy.qualification?.atStart !== true || fold.provenance.qualified === "passed") return true;
  const record = await qualify(campaign, { sources });
  if (record) process.stderr.write(qualificationText(fold, record, directory));
  return record !== null && hasPassed(record);
}

/** Runs a qualification to its end, and sets the exit code where it did not pass. */
async function qualify(campaign: Campaign, options: QualifyOptions): Promise<QualificationRecord | null> {
  const progress = followRun(campaign.fold, process.stderr);
  // What it measures is no progress of the campaign yet.
  const listener: RunListener = (event) => void (event.kind === "point" || progress.listener(event));
  const qualification = new Qualification(campaign, listener, options);
  const signals = onSignals(qualification);
  try {
    const record = await qualification.run();
    if (!record || !hasPassed(record)) process.exitCode = signals.exitCode() ?? ExitCode.findings;
    return record;
  } finally {
    progress.end();
    signals.forget();
  }
}
