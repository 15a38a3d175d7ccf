import { existsSync } from "node:fs";
import { z } from "zod";
import { planLibrary, writeLibrary } from "../tables/export/library.js";
import { findTables } from "../tables/find-tables.js";
import type { UnusableFile } from "../tables/import/read-file.js";
import { newTable } from "../tables/import/new-table.js";
import { isUsable, readTableFile } from "../tables/import/read-table-file.js";
import { type ImportPicture, importJson, importText } from "../view/terminal/import-text.js";
import { ExitCode } from "./exit-code.js";
import { InputMissing } from "./input.js";
import { ncclContext, ncclShape } from "./nccl-options.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({
  to: z.string().min(1).optional(),
  strict: z.boolean().default(false),
  json: z.boolean().default(false),
  ...ncclShape,
});

/** `assay import PATH… [--to FOLDER]` */
export function importCommand(paths: readonly string[], options: unknown): void {
  const { to, strict, json, ...nccl } = optionsSchema.parse(options);
  const files = tableFilesAt(paths).map((file) => readTableFile(file, ncclContext(nccl)));
  const usable = files.filter(isUsable);
  const unusable = files.filter((file): file is UnusableFile => !isUsable(file));
  const library = planLibrary(to ?? "", usable.map(newTable));
  if (to !== undefined) writeLibrary(library);
  const picture: ImportPicture = { usable, unusable, library, written: to !== undefined };
  if (json) printJson(importJson(picture));
  else process.stdout.write(importText(picture));
  if (isFaulty(picture, strict)) process.exitCode = ExitCode.findings;
}

/** Unusable files and refused rows are always told by the exit code; keys with several values in strict mode alone. */
function isFaulty({ usable, unusable, library }: ImportPicture, strict: boolean): boolean {
  if (unusable.length > 0 || usable.some(({ refused }) => refused.length > 0)) return true;
  return strict && library.some(({ conflicts }) => conflicts.keys > 0);
}

/** The files of tables at some paths. @throws InputMissing for a path that is not there, or where there are none at all */
export function tableFilesAt(paths: readonly string[]): string[] {
  const absent = paths.find((path) => !existsSync(path));
  if (absent !== undefined) throw new InputMissing(`there is no file or folder ${absent}`);
  const files = findTables(paths);
  if (files.length > 0) return files;
  throw new InputMissing(`there are no tables in ${paths.join(", ")} (files ending in .parquet, .csv or _perf.txt)`);
}
