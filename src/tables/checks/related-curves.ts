import { cellAt } from "../table.js";
import type { CheckedTable } from "./checked-table.js";
import { curveSets, type SetCurve } from "./curve-set.js";

/** Curves of a table's first axis that differ in nothing but some columns. */
export function relatedCurves(table: CheckedTable, differing: readonly string[]): SetCurve[][] {
  const [set] = curveSets(table);
  const columns = set?.fixed.filter((name) => !differing.includes(name)) ?? [];
  const families = new Map<string, SetCurve[]>();
  for (const curve of set?.curves ?? []) {
    const key = columns.map((name) => String(cellAt(table.table, name, curve.rows[0] ?? 0))).join("|");
    const members = families.get(key);
    if (members) members.push(curve);
    else families.set(key, [curve]);
  }
  return [...families.values()].filter(({ length }) => length > 1);
}

/** A number of the layer of a curve; NaN where the table has none. */
export function curveNumber({ table }: CheckedTable, curve: SetCurve, column: string): number {
  const cell = cellAt(table, column, curve.rows[0] ?? 0);
  return typeof cell === "number" ? cell : NaN;
}

/** A text of the layer of a curve; empty where the table has none. */
export function curveText({ table }: CheckedTable, curve: SetCurve, column: string): string {
  return String(cellAt(table, column, curve.rows[0] ?? 0) ?? "");
}

/** Points of two curves at the same sizes: their places in each. Sizes grow along both. */
export function commonPoints(one: SetCurve, other: SetCurve): [one: number, other: number][] {
  const common: [number, number][] = [];
  let place = 0;
  for (let point = 0; point < one.sizes.length; point += 1) {
    const size = one.sizes[point] ?? NaN;
    while ((other.sizes[place] ?? Infinity) < size) place += 1;
    if (other.sizes[place] === size) common.push([point, place]);
  }
  return common;
}
