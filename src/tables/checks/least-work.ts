import type { LeastWork } from "../kinds/table-kind.js";
import { rowCells } from "../row-cells.js";
import type { System } from "../systems/system.js";
import type { CheckedTable } from "./checked-table.js";

/** The shortest time in which a device can do a row's work, and what keeps it from being shorter. */
export interface Bound {
  readonly ms: number;
  readonly by: "arithmetic" | "memory";
}

/** Works out the bounds of a table's rows; `null` where its kind's work or its device's peaks are not known. */
export function boundsOf({ table, kind, system }: CheckedTable): ((row: number) => Bound | null) | null {
  const { leastWork } = kind;
  if (!leastWork || !system) return null;
  const cursor = { row: 0 };
  const cells = rowCells(table, cursor);
  return (row) => {
    cursor.row = row;
    const work = leastWork(cells);
    return work && boundOf(work, system);
  };
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
