import { z } from "zod";
import { readCampaign } from "../campaign/campaign-reading.js";
import { type ExperimentRun, poolRuns } from "../experiment/pool.js";
import { pooledText } from "../view/terminal/comparison-text.js";
import { journalIn } from "./input.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({ json: z.boolean().default(false) });

/** `assay pool DIR…` */
export async function poolCommand(directories: readonly string[], options: unknown): Promise<void> {
  const { json } = optionsSchema.parse(options);
  const runs: ExperimentRun[] = [];
  for (const directory of directories) {
    const { fold } = await readCampaign(journalIn(directory));
    runs.push({ directory, fold });
  }
  const comparisons = poolRuns(runs);
  if (json) printJson({ comparisons });
  else process.stdout.write(comparisons.map(pooledText).join("\n"));
}
