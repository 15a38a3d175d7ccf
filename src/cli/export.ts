import { existsSync, statSync } from "node:fs";
import { z } from "zod";
import { campaignPaths } from "../campaign/campaign.js";
import { assayVersion } from "../provenance/assay-version.js";
import { planAic, writeAic } from "../tables/export/aic/aic-root.js";
import { withStatistic } from "../tables/export/choose-statistic.js";
import { type NewTable, planLibrary, writeLibrary } from "../tables/export/library.js";
import { type StatisticName, statisticFields } from "../tables/export/moe-table.js";
import { findTables } from "../tables/find-tables.js";
import { newTable } from "../tables/import/new-table.js";
import { isUsable, readTableFile } from "../tables/import/read-table-file.js";
import { type ExportPicture, exportJson, exportText } from "../view/terminal/export-text.js";
import { type CampaignTables, campaignTables } from "./campaign-tables.js";
import { InputMissing } from "./input.js";
import { printJson } from "./print-json.js";

const statisticNames = Object.keys(statisticFields) as [StatisticName, ...StatisticName[]];

const optionsSchema = z.strictObject({
  to: z.string().min(1),
  layout: z.enum(["assay", "aic"]).default("assay"),
  system: z.string().min(1).optional(),
  as: z.array(z.tuple([z.string(), z.string()])).default([]),
  statistic: z.enum(statisticNames).optional(),
  older: z.boolean().default(false),
  json: z.boolean().default(false),
});
type ExportOptions = z.infer<typeof optionsSchema>;

/** `assay export DIR --to FOLDER` */
export async function exportCommand(directory: string, options: unknown): Promise<void> {
  const parsed = optionsSchema.parse(options);
  const { tables, publication, withheld } = await tablesIn(directory, parsed);
  const files = parsed.layout === "aic" ? writtenAic(tables, parsed) : writtenLibrary(tables, parsed.to);
  const picture: ExportPicture = { files, publication, withheld };
  if (parsed.json) printJson(exportJson(picture));
  else process.stdout.write(exportText(picture));
}

function writtenLibrary(tables: readonly NewTable[], folder: string): ExportPicture["files"] {
  const files = planLibrary(folder, tables);
  writeLibrary(files);
  return files.map(({ path, table, conflicts }) => ({
    path,
    rows: table.rows,
    conflicts: conflicts.keys,
    writtenAs: {},
  }));
}

function writtenAic(tables: readonly NewTable[], { to, system, as }: ExportOptions): ExportPicture["files"] {
  if (system === undefined)
    throw new InputMissing("--layout aic needs --system NAME: the device's name in aiconfigurator");
  const files = planAic(tables, { root: to, system, aliases: new Map(as), assay: assayVersion() });
  writeAic(files);
  return files.map(({ path, rows, writtenAs }) => ({
    path,
    rows,
    conflicts: 0,
    writtenAs: Object.fromEntries(writtenAs),
  }));
}

/** A folder is a campaign, or holds tables. */
async function tablesIn(directory: string, { statistic, older }: ExportOptions): Promise<CampaignTables> {
  const { journal } = campaignPaths(directory);
  if (existsSync(journal)) return campaignTables(journal, { statistic: statistic ?? "median", older });
  if (!existsSync(directory)) throw new InputMissing(`there is no folder ${directory}`);
  const tables = findTables([directory]).map((file) => tableIn(file, statistic));
  if (tables.length > 0) return { tables, withheld: [], publication: null };
  const what = statSync(directory).isDirectory() ? "holds neither a campaign nor tables" : "is no folder";
  throw new InputMissing(`${directory} ${what}`);
}

function tableIn(file: string, statistic: StatisticName | undefined): NewTable {
  const read = readTableFile(file);
  if (!isUsable(read)) throw new InputMissing(`${file}: ${read.reason}`);
  const { table, facts } = newTable(read);
  if (statistic === undefined) return { table, facts };
  return { table: withStatistic(table, statistic), facts: { ...facts, statistic } };
}
