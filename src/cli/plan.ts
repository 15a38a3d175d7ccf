import { z } from "zod";
import { foldJournal } from "../campaign/campaign-reading.js";
import { measuredHistory } from "../campaign/measured-history.js";
import { planDifference } from "../campaign/plan-difference.js";
import { deviceThreads } from "../launch/device-threads.js";
import type { CampaignFold } from "../ledger/fold.js";
import { caseDetails } from "../plan/case-details.js";
import { findCase } from "../plan/find-case.js";
import type { Plan } from "../plan/plan.js";
import { planCampaign } from "../plan/plan-campaign.js";
import { type EstimateOptions, estimatePlan, surroundingsOf, workTime } from "../plan/plan-estimate.js";
import type { DifferencePicture, PlanPicture } from "../view/plan-picture.js";
import { caseText } from "../view/terminal/case-text.js";
import { planText } from "../view/terminal/plan-text.js";
import { ExitCode } from "./exit-code.js";
import { filterShape } from "./filter-shape.js";
import { journalIn, readInput } from "./input.js";
import { caseJson, planJson } from "./plan-json.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({
  show: z.string().optional(),
  dir: z.string().optional(),
  history: z.array(z.string()).default([]),
  json: z.boolean().default(false),
  ...filterShape,
});

/** `assay plan FILE` */
export async function planCommand(file: string, options: unknown): Promise<void> {
  const { show, dir, history, json, ...filter } = optionsSchema.parse(options);
  const plan = planCampaign(readInput(file), file, filter);
  const existing = dir === undefined ? null : { directory: dir, ...(await foldJournal(journalIn(dir))) };
  const estimateOptions = await estimateOptionsOf(plan, history, existing?.fold);
  if (show !== undefined) return showCase(plan, { key: show, json }, estimateOptions);
  const picture = {
    plan,
    filter,
    estimate: estimatePlan(plan, estimateOptions),
    difference: existing && differenceOf({ plan, filter }, existing, estimateOptions),
  };
  if (json) printJson(planJson(picture));
  else process.stdout.write(planText(picture));
  if (plan.cases.length === 0) process.exitCode = ExitCode.refused;
}

/** The campaign that a plan is compared with is a history as well. */
async function estimateOptionsOf(
  { devices }: Plan,
  history: readonly string[],
  existing: CampaignFold | undefined,
): Promise<EstimateOptions> {
  const readings = await Promise.all(history.map((directory) => foldJournal(journalIn(directory))));
  const folds = readings.map(({ fold }) => fold);
  return {
    devices: devices.map(({ runtime, cores }) => ({ runtime, cores: deviceThreads(cores) })),
    history: measuredHistory(existing ? [...folds, existing] : folds),
  };
}

/** What a filter leaves out of the plan is not dropped: nobody asked about it. */
function differenceOf(
  { plan, filter }: Pick<PlanPicture, "plan" | "filter">,
  { directory, fold }: { readonly directory: string; readonly fold: CampaignFold },
  options: EstimateOptions,
): DifferencePicture {
  const { cases, work } = planDifference(fold, plan);
  const asked = new Set(plan.cases.map(({ key }) => key));
  const shown = Object.keys(filter).length === 0 ? cases : cases.filter(({ key }) => asked.has(key));
  return { directory, cases: shown, time: workTime(work, options) };
}

function showCase(
  plan: Plan,
  { key, json }: { readonly key: string; readonly json: boolean },
  options: EstimateOptions,
): void {
  const planned = findCase(plan, key);
  const details = caseDetails(planned, surroundingsOf(planned.case.runtime, options));
  const estimate = estimatePlan({ ...plan, cases: [planned] }, options);
  if (json) printJson(caseJson(details, estimate));
  else process.stdout.write(caseText(details, estimate));
}
