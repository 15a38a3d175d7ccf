import { type Curve, curvesAlong } from "../curves.js";
import { groupRows, rowsOfGroups } from "../groups.js";
import { keyColumns } from "../keys.js";
import { pickRows } from "../table.js";
import type { CheckedTable } from "./checked-table.js";

/** A curve and what its kernel's other curves have in common with it. */
export interface SetCurve extends Curve {
  /** Place among the curves of its set. */
  readonly index: number;
  /** Curves of one stratum are of one kernel, number format and distribution, and have one noise. */
  readonly stratum: number;
}

/** All curves of a table along one axis. */
export interface CurveSet {
  readonly axis: string;
  /** The columns that are the same along a curve. */
  readonly fixed: readonly string[];
  readonly curves: readonly SetCurve[];
}

const STRATUM_COLUMNS = ["op_name", "kernel_source", "distribution", "phase", "window_size"];

const sets = new WeakMap<CheckedTable, readonly CurveSet[]>();

/** The curves of a table, axis after axis; worked out once. */
export function curveSets(table: CheckedTable): readonly CurveSet[] {
  const known = sets.get(table);
  if (known) return known;
  const found = table.kind.axes.map((axis) => curveSet(table, axis));
  sets.set(table, found);
  return found;
}

function curveSet(checked: CheckedTable, axis: string): CurveSet {
  const { table, kind } = checked;
  const fixed = keyColumns(table, kind).filter((name) => name !== axis);
  const strata = groupRows(table, [...STRATUM_COLUMNS, ...(kind.dtype ? [kind.dtype] : [])]).of;
  const curves = curvesAlong(table, axis, fixed).map((curve, index): SetCurve => ({
    ...curve,
    index,
    stratum: strata[curve.rows[0] ?? 0] ?? 0,
  }));
  return { axis, fixed, curves };
}

const curvesOfRows = new WeakMap<CurveSet, ReadonlyMap<number, SetCurve>>();

/** The curve of a set on which a row is a point; rows that repeat a point's key are on none. */
export function curveThrough(set: CurveSet, row: number): SetCurve | undefined {
  let curves = curvesOfRows.get(set);
  if (!curves) {
    curves = new Map(set.curves.flatMap((curve) => Array.from(curve.rows, (member) => [member, curve] as const)));
    curvesOfRows.set(set, curves);
  }
  return curves.get(row);
}

/** Finds, for a curve of a set, those that differ from it in one column alone. */
export function siblingFinder({ table }: CheckedTable, { curves, fixed }: CurveSet): (curve: SetCurve) => SetCurve[] {
  const heads = pickRows(
    table,
    Int32Array.from(curves, ({ rows }) => rows[0] ?? 0),
  );
  const families = fixed.map((left) => {
    const { of, count } = groupRows(
      heads,
      fixed.filter((name) => name !== left),
    );
    return { of, members: rowsOfGroups({ of, count }) };
  });
  return (curve) =>
    families.flatMap(({ of, members }) =>
      Array.from(members[of[curve.index] ?? 0] ?? []).flatMap((index) =>
        index === curve.index ? [] : (curves[index] ?? []),
      ),
    );
}
