import { groupRows, rowsOfGroups } from "./groups.js";
import { LATENCY } from "./kinds/table-kind.js";
import type { Table } from "./table.js";

/** Latencies of one layer by one kernel while a single size grows. */
export interface Curve {
  /** The column of the size that grows. */
  readonly axis: string;
  /** [points] rows of the table, by growing size; of several rows of one size, the one in the middle. */
  readonly rows: Int32Array;
  /** [points] the sizes, growing. */
  readonly sizes: Float64Array;
  /** [points] latency in ms. */
  readonly latencies: Float64Array;
}

/**
 * All curves of a table along one axis.
 * @param axis the column of the size that grows
 * @param fixed the columns that are the same along a curve
 */
export function curvesAlong(table: Table, axis: string, fixed: readonly string[]): Curve[] {
  const sizes = numbersOf(table, axis);
  const latencies = numbersOf(table, LATENCY);
  if (!sizes || !latencies) return [];
  return rowsOfGroups(groupRows(table, fixed)).map((members) => {
    const rows = onePerSize(members, sizes, latencies);
    return {
      axis,
      rows,
      sizes: picked(sizes, rows),
      latencies: picked(latencies, rows),
    };
  });
}

/** The numbers of a column; `null` where the table has none of that name. */
export function numbersOf(table: Table, name: string): Float64Array | null {
  const column = table.columns.get(name);
  return column && column.type !== "text" ? column.values : null;
}

function picked(values: Float64Array, rows: Int32Array): Float64Array {
  const found = new Float64Array(rows.length);
  for (let point = 0; point < rows.length; point += 1) found[point] = values[rows[point] ?? 0] ?? 0;
  return found;
}

function onePerSize(members: Int32Array, sizes: Float64Array, latencies: Float64Array): Int32Array {
  const sorted = members.toSorted(
    (one, other) => (sizes[one] ?? 0) - (sizes[other] ?? 0) || (latencies[one] ?? 0) - (latencies[other] ?? 0),
  );
  const chosen: number[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && sizes[sorted[end] ?? 0] === sizes[sorted[start] ?? 0]) end += 1;
    chosen.push(sorted[Math.floor((start + end - 1) / 2)] ?? 0);
    start = end;
  }
  return Int32Array.from(chosen);
}
