import { groupRows, rowsOfGroups } from "../groups.js";
import { cellAt, pickRows, type Table } from "../table.js";

/** Who measured the rows of a table, and where. */
export interface TableMeasurer {
  readonly framework: string;
  readonly version: string;
  readonly device: string;
}

const MEASURER_COLUMNS = ["framework", "version", "device"];

/** A part of a table that one measurer measured. */
export interface MeasuredPart {
  readonly measurer: TableMeasurer;
  readonly table: Table;
  /** [rows of the part] where they stood in the whole. */
  readonly rows: Int32Array;
}

/** A table's rows set apart by framework, version and device: the largest part first. */
export function splitMeasurers(table: Table): MeasuredPart[] {
  const groups = rowsOfGroups(groupRows(table, MEASURER_COLUMNS));
  return groups
    .map((rows) => ({ measurer: measurerAt(table, rows[0] ?? 0), table: pickRows(table, rows), rows }))
    .sort((one, other) => other.rows.length - one.rows.length);
}

/** Who measured the rows of a table, and how many: the one with most rows first. */
export function measurersOf(table: Table): (TableMeasurer & { readonly rows: number })[] {
  return rowsOfGroups(groupRows(table, MEASURER_COLUMNS))
    .map((rows) => ({ ...measurerAt(table, rows[0] ?? 0), rows: rows.length }))
    .sort((one, other) => other.rows - one.rows);
}

function measurerAt(table: Table, row: number): TableMeasurer {
  const [framework = "", version = "", device = ""] = MEASURER_COLUMNS.map((name) =>
    String(cellAt(table, name, row) ?? ""),
  );
  return { framework, version, device };
}
