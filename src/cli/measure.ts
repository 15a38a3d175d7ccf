import type { Campaign } from "../campaign/campaign.js";
import type { DeviceSources } from "../campaign/device-sources.js";
import { CampaignRun, type RunSummary } from "../campaign/run.js";
import { unsteadyPoints } from "../campaign/unsteady.js";
import { experimentResult } from "../experiment/result.js";
import { failureGroups } from "../ledger/failure-groups.js";
import type { CampaignFold } from "../ledger/fold.js";
import { demonstrationsOf } from "../ledger/publication.js";
import { workerMemories } from "../ledger/worker-memory.js";
import { reportedFailures } from "../view/report/failure-data.js";
import { campaignTable } from "../view/terminal/campaign-table.js";
import { demonstrationText } from "../view/terminal/demonstration-text.js";
import { experimentText } from "../view/terminal/experiment-text.js";
import { failuresText, stoppedDeviceText } from "../view/terminal/failures-text.js";
import { memoryText } from "../view/terminal/memory-text.js";
import { followRun } from "../view/terminal/progress.js";
import { unsteadyText } from "../view/terminal/unsteady-text.js";
import { wayOnText } from "../view/terminal/way-on-text.js";
import { ExitCode } from "./exit-code.js";
import { printJson } from "./print-json.js";
import { type RunRequest, runOptionsOf } from "./run-request.js";
import { onSignals } from "./signals.js";

/** What a command measures, and how it tells the result. */
export interface MeasureOptions {
  readonly json: boolean;
  readonly request: RunRequest;
  readonly sources: readonly DeviceSources[];
}

/** Measures what is asked of an open campaign, shows how it goes, prints the result and sets the exit code. */
export async function measure(campaign: Campaign, { json, request, sources }: MeasureOptions): Promise<void> {
  const options = runOptionsOf(request, campaign.fold);
  const progress = followRun(campaign.fold, process.stderr);
  const run = new CampaignRun(campaign, progress.listener, { ...options, sources });
  const signals = onSignals(run);
  try {
    const summary = await run.run();
    progress.end();
    if (json) printJson(resultJson(campaign, summary));
    else process.stdout.write(resultText(campaign, summary));
    process.exitCode = signals.exitCode() ?? exitCodeOf(summary, campaign.plan.devices.length);
    process.stderr.write(wayOnText(campaign.directory, summary));
  } finally {
    progress.end();
    signals.forget();
  }
}

function resultJson({ directory, fold }: Campaign, summary: RunSummary): object {
  const experiment = experimentResult(fold);
  const findings = { failureGroups: reportedFailures(fold, directory), unsteady: unsteadyPoints(fold) };
  return { directory, ...summary, ...findings, ...(experiment ? { experiment } : {}) };
}

function resultText({ directory, fold }: Campaign, { stoppedDevices }: RunSummary): string {
  const experiment = experimentResult(fold);
  return [
    failuresText(failureGroups(fold), directory),
    ...stoppedDevices.map((device) => `${stoppedDeviceText(device)}\n`),
    experiment ? experimentText(experiment) + memoryText(workerMemories(fold)) : campaignText(fold),
  ].join("");
}

function campaignText(fold: CampaignFold): string {
  const demonstrations = demonstrationsOf(fold.plan?.cases ?? []);
  return unsteadyText(unsteadyPoints(fold)) + campaignTable(fold) + demonstrationText(demonstrations);
}

function exitCodeOf({ counts, stoppedDevices }: RunSummary, devices: number): number {
  const { failed, left } = counts.cases;
  if (left > 0 && stoppedDevices.length === devices) return ExitCode.refused;
  return failed + left + stoppedDevices.length > 0 ? ExitCode.findings : ExitCode.done;
}
