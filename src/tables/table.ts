import { type Cell, type Column, cellOf, pickCells } from "./column.js";

/** A table in memory, column by column. */
export interface Table {
  /** Its name without a suffix, e.g. `moe`, `context_attention`. */
  readonly name: string;
  readonly rows: number;
  /** By name, in the file's order; all have `rows` cells. */
  readonly columns: ReadonlyMap<string, Column>;
}

/** A cell; `null` where the table has no such column or the cell is empty. */
export function cellAt(table: Table, column: string, row: number): Cell {
  const found = table.columns.get(column);
  return found ? cellOf(found, row) : null;
}

/** Some rows of a table, in the order given. */
export function pickRows(table: Table, rows: Int32Array): Table {
  const columns = [...table.columns].map(([name, column]) => [name, pickCells(column, rows)] as const);
  return { ...table, rows: rows.length, columns: new Map(columns) };
}

/** The rows for which a condition holds, in their order. */
export function rowsWhere(rows: number, holds: (row: number) => boolean): Int32Array {
  const found: number[] = [];
  for (let row = 0; row < rows; row += 1) if (holds(row)) found.push(row);
  return Int32Array.from(found);
}
