import { quantile } from "simple-statistics";
import type { CheckedTable } from "./checked-table.js";
import { curveSets } from "./curve-set.js";

/** So many of a kernel's curves begin below its floor: single ones may be wrong. */
const FLOOR_QUANTILE = 0.05;

const floors = new WeakMap<CheckedTable, ReadonlyMap<number, number>>();

/**
 * The least that a kernel takes whatever its shape, in ms: what its launch costs, as long as the smallest shapes are
 * small enough. By stratum of the table's first axis.
 */
export function launchFloors(table: CheckedTable): ReadonlyMap<number, number> {
  const known = floors.get(table);
  if (known) return known;
  const least = new Map<number, number[]>();
  for (const { stratum, latencies } of curveSets(table)[0]?.curves ?? []) {
    const members = least.get(stratum) ?? [];
    members.push(Math.min(...latencies));
    least.set(stratum, members);
  }
  const found = new Map([...least].map(([stratum, values]) => [stratum, quantile(values, FLOOR_QUANTILE)] as const));
  floors.set(table, found);
  return found;
}
