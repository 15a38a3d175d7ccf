import { measurementColumns, SOURCE } from "./export/measurement-columns.js";
import type { TableKind } from "./kinds/table-kind.js";
import { commonColumns } from "./kinds/table-kind.js";
import type { Table } from "./table.js";

/** Columns that describe a measurement, not what was measured. */
const descriptions: ReadonlySet<string> = new Set([
  ...measurementColumns.map(({ name }) => name),
  SOURCE,
  "power_limit",
]);

/** The columns of a table that tell its rows apart: all texts and integers that do not describe a measurement. */
export function keyColumns(table: Table, kind: TableKind): string[] {
  return [...table.columns]
    .filter(([name, { type }]) => type !== "real" && !descriptions.has(name) && !kind.dependent?.includes(name))
    .map(([name]) => name);
}

/** The key columns that say what a layer is, without who measured it where. */
export function layerColumns(table: Table, kind: TableKind): string[] {
  const common = new Set(commonColumns.map(({ name }) => name));
  return keyColumns(table, kind).filter((name) => !common.has(name) || name === "op_name");
}
