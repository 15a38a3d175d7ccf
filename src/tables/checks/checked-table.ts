import type { TablePlace } from "../place.js";
import { kindOf } from "../kinds/known-kinds.js";
import type { TableKind } from "../kinds/table-kind.js";
import type { TableFile } from "../import/read-file.js";
import type { System } from "../systems/system.js";
import type { Cell } from "../column.js";
import { cellAt } from "../table.js";

/** A table that is checked, with what is known around it. */
export interface CheckedTable extends TableFile {
  readonly kind: TableKind;
  /** What its folders say of it; `null`: it does not lie in folders that say anything. */
  readonly place: TablePlace | null;
  /** Peaks of its device; `null`: not known. */
  readonly system: System | null;
}

/** A file with what is known around it. */
export function checkedTable(file: TableFile, around: Pick<CheckedTable, "place" | "system">): CheckedTable {
  return { ...file, kind: kindOf(file.table.name), ...around };
}

/** The cells of one row in some columns; empty ones and columns that are not there are left out. */
export function scopeOf(
  { table }: CheckedTable,
  row: number,
  columns: readonly string[],
): Record<string, string | number> {
  const cells = columns.map((name): [string, Cell] => [name, cellAt(table, name, row)]);
  return Object.fromEntries(cells.filter((pair): pair is [string, string | number] => pair[1] !== null));
}
