import { numbersOf } from "./curves.js";
import { groupRows, rowsOfGroups } from "./groups.js";
import { keyColumns } from "./keys.js";
import { kindOf } from "./kinds/known-kinds.js";
import { LATENCY } from "./kinds/table-kind.js";
import type { Table } from "./table.js";

/** A key that stands more than once in a table. */
export interface Repeat {
  readonly rows: Int32Array;
  /** Largest latency over smallest; 1: all are the same. */
  readonly spread: number;
}

/** The keys of a table that stand more than once, in the order in which they first come. */
export function repeatsOf(table: Table): Repeat[] {
  const latencies = numbersOf(table, LATENCY);
  return rowsOfGroups(groupRows(table, keyColumns(table, kindOf(table.name))))
    .filter(({ length }) => length > 1)
    .map((rows) => {
      const values = Array.from(rows, (row) => latencies?.[row] ?? NaN);
      return { rows, spread: Math.max(...values) / Math.min(...values) };
    });
}
