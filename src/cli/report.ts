import { existsSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { campaignPaths } from "../campaign/campaign.js";
import { foldJournal } from "../campaign/campaign-reading.js";
import { checkTables } from "../tables/checks/check-tables.js";
import { findTables } from "../tables/find-tables.js";
import { readTableFile } from "../tables/import/read-table-file.js";
import { renderReport, renderTablesReport } from "../view/report/page.js";
import { reportData } from "../view/report/report-data.js";
import { type TablesReport, tablesReport } from "../view/report/tables-report.js";
import { checkSettings, today } from "./check.js";
import { journalIn } from "./input.js";

const optionsSchema = z.strictObject({
  output: z.string().min(1),
  settings: z.string().min(1).optional(),
  json: z.boolean().default(false),
});

/** `assay report PATH`: of a campaign, or of tables. */
export async function reportCommand(path: string, options: unknown): Promise<void> {
  const { output, settings, json } = optionsSchema.parse(options);
  const tables = tablesAt(path, settings);
  const data = tables ?? reportData((await foldJournal(journalIn(path))).fold, path);
  if (json) {
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    return;
  }
  writeFileSync(output, await ("curves" in data ? renderTablesReport(data) : renderReport(data)));
  process.stdout.write(`${output}\n`);
}

/** `null`: there is a campaign, or nothing that is a table. */
function tablesAt(path: string, settings: string | undefined): TablesReport | null {
  if (!existsSync(path) || existsSync(campaignPaths(path).journal)) return null;
  const files = findTables([path]).map((file) => readTableFile(file));
  return files.length === 0 ? null : tablesReport(path, files, checkTables(files, checkSettings(settings), today()));
}
