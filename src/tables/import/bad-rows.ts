import type { Column } from "../column.js";
import { commonColumns, LATENCY, type TableKind } from "../kinds/table-kind.js";
import type { Table } from "../table.js";
import type { RefusedRow } from "./read-file.js";

/** Columns in which a size of nothing means nothing: a batch of no requests is not measured. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set(["step", "window_size", "num_key_value_heads"]);

/**
 * The rows of a table that are no measurement: a latency that is no duration, a key with a hole.
 * @param rowNumbers where each row stands in its file
 */
export function findBadRows(table: Table, kind: TableKind, rowNumbers: Int32Array): RefusedRow[] {
  const faults: readonly (readonly [string, Column | undefined, CellFault])[] = [
    ...commonColumns.map(({ name }) => [name, table.columns.get(name), emptyFault] as const),
    ...kind.key.map(
      ({ name }) => [name, table.columns.get(name), MAY_BE_ZERO.has(name) ? countFault : sizeFault] as const,
    ),
    [LATENCY, table.columns.get(LATENCY), latencyFault],
  ];
  const refused: RefusedRow[] = [];
  for (let row = 0; row < table.rows; row += 1) {
    for (const [name, column, fault] of faults) {
      const reason = column && fault(column, row);
      if (!reason) continue;
      refused.push({ row: rowNumbers[row] ?? 0, column: name, reason: `${name} ${reason}` });
      break;
    }
  }
  return refused;
}

type CellFault = (column: Column, row: number) => string | null;

function emptyFault(column: Column, row: number): string | null {
  if (column.type === "text") return (column.codes[row] ?? -1) < 0 ? "is empty" : null;
  return column.empty?.[row] === 1 ? "is empty" : null;
}

function countFault(column: Column, row: number): string | null {
  if (column.type === "text" || emptyFault(column, row)) return emptyFault(column, row);
  const value = column.values[row] ?? NaN;
  return value >= 0 ? null : `is ${value}, which is no count`;
}

function sizeFault(column: Column, row: number): string | null {
  if (column.type === "text" || emptyFault(column, row)) return emptyFault(column, row);
  const value = column.values[row] ?? NaN;
  return value > 0 ? null : `is ${value}, which is no size`;
}

function latencyFault(column: Column, row: number): string | null {
  if (column.type === "text" || emptyFault(column, row)) return emptyFault(column, row);
  const value = column.values[row] ?? NaN;
  return value > 0 && value < Infinity ? null : `is ${value}, which is no duration`;
}
