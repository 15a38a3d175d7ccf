import { writeFileSync } from "node:fs";
import { z } from "zod";
import { foldJournal } from "../campaign/campaign-reading.js";
import { reportData } from "../view/report/report-data.js";
import { renderReport } from "../view/report/page.js";
import { journalIn } from "./input.js";

const optionsSchema = z.strictObject({ output: z.string().min(1), json: z.boolean().default(false) });

/** `assay report DIR` */
export async function reportCommand(directory: string, options: unknown): Promise<void> {
  const { output, json } = optionsSchema.parse(options);
  const { fold } = await foldJournal(journalIn(directory));
  const data = reportData(fold, directory);
  if (json) {
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    return;
  }
  writeFileSync(output, await renderReport(data));
  process.stdout.write(`${output}\n`);
}
