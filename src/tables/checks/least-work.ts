import type { LeastWork } from "../kinds/table-kind.js";
import { rowCells } from "../row-cells.js";
import type { System } from "../systems/system.js";
import type { CheckedTable } from "./checked-table.js";

/** The shortest time in which a device can do a row's work, and what keeps it from being shorter. */
export interface Bound {
  readonly ms: number;
  readonly by: "arithmetic" | "memory";
}

const bounds = new WeakMap<CheckedTable, readonly (Bound | null)[]>();

/**
 * The bounds of a table's rows, worked out once; `null` where its kind's work or its device's peaks are not known, in
 * all or in a row.
 */
export function boundsOf(checked: CheckedTable): readonly (Bound | null)[] | null {
  const { table, kind, system } = checked;
  const { leastWork } = kind;
  if (!leastWork || !system) return null;
  const known = bounds.get(checked);
  if (known) return known;
  const cursor = { row: 0 };
  const cells = rowCells(table, cursor);
  const found = Array.from({ length: table.rows }, (_, row) => {
    cursor.row = row;
    const work = leastWork(cells);
    return work && boundOf(work, system);
  });
  bounds.set(checked, found);
  return found;
}

/** Bytes that fit into the last-level cache need not come from memory. */
function boundOf(
  { flop, bytes, peak }: LeastWork,
  { flopPerSecond, bytesPerSecond, cacheBytes }: System,
): Bound | null {
  const flopPeak = flopPerSecond[peak];
  if (flopPeak === undefined) return null;
  const arithmetic = (flop / flopPeak) * 1000;
  const memory = (Math.max(0, bytes - cacheBytes) / bytesPerSecond) * 1000;
  return arithmetic >= memory ? { ms: arithmetic, by: "arithmetic" } : { ms: memory, by: "memory" };
}
