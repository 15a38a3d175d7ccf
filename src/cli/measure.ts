import type { Campaign } from "../campaign/campaign.js";
import { CampaignRun, type RunSummary } from "../campaign/run.js";
import { experimentResult } from "../experiment/result.js";
import { campaignTable } from "../view/terminal/campaign-table.js";
import { experimentText } from "../view/terminal/experiment-text.js";
import { followRun } from "../view/terminal/progress.js";
import { ExitCode } from "./exit-code.js";
import { printJson } from "./print-json.js";

/** Measures what is left of an open campaign, shows how it goes, prints the result and sets the exit code. */
export async function measure(campaign: Campaign, options: { readonly json: boolean }): Promise<void> {
  const progress = followRun(campaign.fold, process.stderr);
  const run = new CampaignRun(campaign, progress.listener);
  const signals = onSignals(run);
  try {
    const summary = await run.run();
    progress.end();
    const experiment = experimentResult(campaign.fold);
    if (options.json) printJson({ directory: campaign.directory, ...summary, ...(experiment ? { experiment } : {}) });
    else process.stdout.write(experiment ? experimentText(experiment) : campaignTable(campaign.fold));
    process.exitCode = signals.exitCode() ?? exitCodeOf(summary);
    if (summary.ended !== "finished") sayHowToResume(campaign.directory);
  } finally {
    progress.end();
    signals.forget();
    await campaign.close();
  }
}

function exitCodeOf({ counts }: RunSummary): number {
  return counts.cases.failed + counts.cases.left > 0 ? ExitCode.findings : ExitCode.done;
}

/** The first Ctrl-C or SIGTERM drains, the second stops at once. */
function onSignals(run: CampaignRun) {
  let first: NodeJS.Signals | null = null;
  const handle = (signal: NodeJS.Signals) => {
    if (first !== null) return run.stop();
    first = signal;
    process.stderr.write(`\n${signal}: finishing the point that is being measured; once more stops at once.\n`);
    run.drain();
  };
  process.on("SIGINT", handle).on("SIGTERM", handle);
  return {
    exitCode: () => (first === null ? null : first === "SIGINT" ? ExitCode.interrupted : ExitCode.terminated),
    forget: () => process.off("SIGINT", handle).off("SIGTERM", handle),
  };
}

function sayHowToResume(directory: string): void {
  process.stderr.write(`What was measured is kept. Go on with: assay resume ${directory}\n`);
}
