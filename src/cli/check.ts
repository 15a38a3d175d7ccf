import { existsSync } from "node:fs";
import { z } from "zod";
import { campaignPaths } from "../campaign/campaign.js";
import { foldJournal } from "../campaign/campaign-reading.js";
import { checkTables, type CheckResult } from "../tables/checks/check-tables.js";
import { severities } from "../tables/checks/finding.js";
import { type CheckSettings, readSettings, settingsSchema } from "../tables/checks/settings.js";
import type { TableFile, UnusableFile } from "../tables/import/read-file.js";
import { readTableFile } from "../tables/import/read-table-file.js";
import { campaignTable } from "../view/report/campaign-check.js";
import { checkJson, checkText } from "../view/terminal/check-text.js";
import { ExitCode } from "./exit-code.js";
import { tableFilesAt } from "./import.js";
import { readInput } from "./input.js";
import { ncclContext, ncclShape } from "./nccl-options.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({
  failOn: z.enum(severities).default("error"),
  settings: z.string().min(1).optional(),
  all: z.boolean().default(false),
  json: z.boolean().default(false),
  ...ncclShape,
});

/** `assay check PATH…` */
export async function checkCommand(paths: readonly string[], options: unknown): Promise<void> {
  const { failOn, settings: settingsFile, all, json, ...nccl } = optionsSchema.parse(options);
  const result = checkTables(await filesAt(paths, nccl), checkSettings(settingsFile), today());
  if (json) printJson(checkJson(result), 0);
  else process.stdout.write(checkText(result, { all }));
  if (fails(result, failOn)) process.exitCode = ExitCode.findings;
}

/** The settings in a file; without one the defaults. */
export function checkSettings(file: string | undefined): CheckSettings {
  return file === undefined ? settingsSchema.parse({}) : readSettings(readInput(file), file);
}

/** The day that waivers are held against. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function fails({ open }: CheckResult, failOn: (typeof severities)[number]): boolean {
  const failing = severities.slice(0, severities.indexOf(failOn) + 1);
  return open.some(({ severity }) => failing.includes(severity));
}

/** Tables at paths; a campaign's folder stands for the table that it would export. */
async function filesAt(
  paths: readonly string[],
  nccl: Parameters<typeof ncclContext>[0],
): Promise<(TableFile | UnusableFile)[]> {
  const campaigns = paths.filter((path) => existsSync(campaignPaths(path).journal));
  const others = paths.filter((path) => !campaigns.includes(path));
  const measured = await Promise.all(campaigns.map(campaignFiles));
  const files = others.length === 0 ? [] : tableFilesAt(others).map((file) => readTableFile(file, ncclContext(nccl)));
  return [...measured.flat(), ...files];
}

async function campaignFiles(directory: string): Promise<readonly TableFile[]> {
  const { fold } = await foldJournal(campaignPaths(directory).journal);
  return campaignTable(fold, directory);
}
