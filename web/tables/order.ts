import type { CellValue, Column } from "./column.js";

const collator = new Intl.Collator("en", { numeric: true });

/** Which column a table is ordered by. */
export interface Order {
  readonly column: number;
  readonly descending: boolean;
}

/** The order after a click on a column's head: first upwards, then downwards, then the table's own. */
export function nextOrder(current: Order | null, column: number): Order | null {
  if (current?.column !== column) return { column, descending: false };
  return current.descending ? null : { column, descending: true };
}

/** Rows in an order; empty cells come last in both directions. */
export function ordered<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): readonly Row[] {
  const column = order === null ? undefined : columns[order.column];
  if (order === null || column === undefined) return rows;
  const sign = order.descending ? -1 : 1;
  return rows.toSorted((left, right) => compared(column.value(left), column.value(right), sign));
}

function compared(left: CellValue, right: CellValue, sign: number): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left === "number" && typeof right === "number") return sign * (left - right);
  return sign * collator.compare(String(left), String(right));
}
