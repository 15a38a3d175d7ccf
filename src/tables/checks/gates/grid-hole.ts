import { type Curve, curvesAlong } from "../../curves.js";
import { keyColumns } from "../../keys.js";
import { groupRows } from "../../groups.js";
import { type CheckedTable, scopeOf } from "../checked-table.js";
import { curveEvidence } from "../evidence.js";
import type { EvidencePoint } from "../finding.js";
import type { Gate, GateFinding } from "../gate.js";
import type { Thresholds } from "../thresholds.js";

export const gridHoleGate: Gate = {
  name: "grid-hole",
  severity: "notice",
  looksFor:
    "sizes that a curve lacks between its first and last point, although nearly all others of its kind have them",
  needs: "several curves of one number format",
  todo: "measure the missing points; a reader blends over them, or answers with a neighbour's efficiency",
  find: ({ tables, thresholds }) => tables.flatMap((table) => findHoles(table, thresholds)),
};

/** A size may be served by another kernel: holes are looked for whatever the kernel. */
function findHoles(checked: CheckedTable, thresholds: Thresholds): GateFinding[] {
  const { table, kind } = checked;
  const [axis] = kind.axes;
  if (axis === undefined) return [];
  const fixed = keyColumns(table, kind).filter((name) => name !== axis && name !== "kernel_source");
  const curves = curvesAlong(table, axis, fixed);
  const kinds = groupRows(table, ["op_name", ...(kind.dtype ? [kind.dtype] : [])]).of;
  const groups = new Map<number, Curve[]>();
  for (const curve of curves) {
    const group = kinds[curve.rows[0] ?? 0] ?? 0;
    const members = groups.get(group);
    if (members) members.push(curve);
    else groups.set(group, [curve]);
  }
  return [...groups.values()]
    .filter(({ length }) => length >= thresholds.noise_curves)
    .flatMap((group) => holesOf(checked, { curves: group, fixed, share: thresholds.hole_siblings }));
}

interface CurveGroup {
  readonly curves: readonly Curve[];
  readonly fixed: readonly string[];
  readonly share: number;
}

/** Only curves that reach over a size can lack it. */
function holesOf(checked: CheckedTable, { curves, fixed, share }: CurveGroup): GateFinding[] {
  const having = new Map<number, number>();
  for (const { sizes } of curves) for (const size of sizes) having.set(size, (having.get(size) ?? 0) + 1);
  const usual = [...having]
    .filter(([size, count]) => count >= share * curves.filter((curve) => reaches(curve, size)).length)
    .map(([size]) => size)
    .sort((one, other) => one - other);
  return curves.flatMap((curve) => {
    const own = new Set(curve.sizes);
    const missing = usual.filter((size) => reaches(curve, size) && !own.has(size));
    return missing.length === 0 ? [] : [findingOf(checked, { curve, missing, fixed })];
  });
}

function reaches({ sizes }: Curve, size: number): boolean {
  return (sizes[0] ?? Infinity) <= size && size <= (sizes.at(-1) ?? -Infinity);
}

interface Holes {
  readonly curve: Curve;
  readonly missing: readonly number[];
  readonly fixed: readonly string[];
}

/** The straight line between the neighbours of a size, both axes logarithmic. */
function blendedAt({ sizes, latencies }: Curve, size: number): EvidencePoint {
  const after = sizes.findIndex((one) => one > size);
  const [low = 1, high = 1] = [sizes[after - 1], sizes[after]].map((one) => Math.log(Math.max(one ?? 1, 0.5)));
  const [from = 1, to = 1] = [latencies[after - 1], latencies[after]].map((one) => Math.log(one ?? 1));
  const share = high > low ? (Math.log(size) - low) / (high - low) : 0.5;
  return { size, latencyMs: Math.exp(from + (to - from) * share) };
}

function findingOf(checked: CheckedTable, { curve, missing, fixed }: Holes): GateFinding {
  const shown =
    missing.length > 6 ? `${missing.slice(0, 6).join(", ")} and ${missing.length - 6} more` : missing.join(", ");
  return {
    file: checked.file,
    scope: scopeOf(checked, curve.rows[0] ?? 0, fixed),
    rows: [],
    says: `it lacks ${curve.axis} ${shown}, between ${curve.sizes[0]} and ${curve.sizes.at(-1)}`,
    excess: missing.length,
    numbers: { missing: missing.length },
    evidence: {
      ...curveEvidence(curve, []),
      others: [
        { label: "where nearly all others have a point", points: missing.map((size) => blendedAt(curve, size)) },
      ],
    },
  };
}
