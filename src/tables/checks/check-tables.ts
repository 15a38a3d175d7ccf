import type { TableFile, UnusableFile } from "../import/read-file.js";
import { isUsable } from "../import/read-table-file.js";
import { placeOf } from "../place.js";
import { systemOf } from "../systems/find-system.js";
import { checkedTable } from "./checked-table.js";
import type { Finding } from "./finding.js";
import { runCheck } from "./run-check.js";
import type { CheckSettings } from "./settings.js";
import { waive, type WaivedFindings } from "./waive.js";

/** What a check found, and in what. */
export interface CheckResult extends WaivedFindings {
  readonly files: number;
  readonly rows: number;
}

/** Checks tables, each by itself and against the others. @param today ISO 8601 day, for waivers */
export function checkTables(
  files: readonly (TableFile | UnusableFile)[],
  { thresholds, waivers }: CheckSettings,
  today: string,
): CheckResult {
  const usable = files.filter(isUsable);
  const unusable = files.filter((file): file is UnusableFile => !isUsable(file));
  const tables = usable.map((file) =>
    checkedTable(file, { place: placeOf(file.file), system: systemOf(file.file, file.table) }),
  );
  const findings: Finding[] = runCheck({ tables, unusable, thresholds });
  const rows = usable.reduce((sum, { table, refused }) => sum + table.rows + refused.length, 0);
  return { files: files.length, rows, ...waive(findings, waivers, today) };
}
