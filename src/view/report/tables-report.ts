import { checkedTable } from "../../tables/checks/checked-table.js";
import type { CheckResult } from "../../tables/checks/check-tables.js";
import { curveSets } from "../../tables/checks/curve-set.js";
import { isConstant } from "../../tables/groups.js";
import type { TableFile, UnusableFile } from "../../tables/import/read-file.js";
import { isUsable } from "../../tables/import/read-table-file.js";
import { cellAt } from "../../tables/table.js";
import { type ReportCheck, reportCheck } from "./findings.js";

/** All that a report on tables shows; it lies in the page as JSON, and `assay report --json` prints it. */
export interface TablesReport {
  readonly schema_version: 1;
  /** What was asked for. */
  readonly title: string;
  readonly check: ReportCheck;
  /** The curves of each table that has any. */
  readonly curves: readonly TableCurves[];
}

/** The curves of one table: latency while one size grows. */
export interface TableCurves {
  readonly file: string;
  /** The column of the size that grows. */
  readonly axis: string;
  /** The columns that tell the curves apart. */
  readonly columns: readonly string[];
  readonly curves: readonly TableCurve[];
}

/** One curve: its cells in the `columns`, the sizes, growing, and a latency in ms for each. */
export type TableCurve = readonly [
  cells: readonly (string | number | null)[],
  sizes: readonly number[],
  latenciesMs: readonly number[],
];

/** What a report on some tables shows. */
export function tablesReport(
  title: string,
  files: readonly (TableFile | UnusableFile)[],
  result: CheckResult,
): TablesReport {
  const curves = files.filter(isUsable).flatMap(curvesOf);
  return { schema_version: 1, title, check: reportCheck(files, result), curves };
}

/** Columns that say the same of every row need no saying. */
function curvesOf(file: TableFile): TableCurves[] {
  const { table } = file;
  const [set] = curveSets(checkedTable(file, { place: null, system: null }));
  if (set === undefined || set.curves.length === 0) return [];
  const columns = set.fixed.filter((name) => {
    const column = table.columns.get(name);
    return column !== undefined && !isConstant(column);
  });
  const curves = set.curves.map(({ rows, sizes, latencies }): TableCurve => [
    columns.map((name) => cellAt(table, name, rows[0] ?? 0)),
    [...sizes],
    [...latencies],
  ]);
  return [{ file: file.file, axis: set.axis, columns, curves }];
}
