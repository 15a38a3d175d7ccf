import { type CheckedTable, scopeOf } from "../checked-table.js";
import { type CurveSet, curveSets, type SetCurve } from "../curve-set.js";
import { curveEvidence, latency, times } from "../evidence.js";
import { MAX_ROWS } from "../finding.js";
import type { Gate, GateFinding } from "../gate.js";
import { noiseOf } from "../noise.js";
import type { Thresholds } from "../thresholds.js";

export const coldFirstPointGate: Gate = {
  name: "cold-first-point",
  severity: "warning",
  looksFor: "first points of curves that take longer than the next two, although they have the least work",
  needs: "curves of at least four points",
  todo: "warm up before the first point of a sweep (caches, compilation, clocks), and measure the first points again",
  find: ({ tables, thresholds }) =>
    tables.flatMap((table) =>
      curveSets(table)
        .slice(0, 1)
        .flatMap((set) => findCold(table, set, thresholds)),
    ),
};

const MIN_POINTS = 4;

interface Cold {
  readonly curve: SetCurve;
  /** First latency over the larger of the two after it. */
  readonly ratio: number;
}

function findCold(table: CheckedTable, set: CurveSet, thresholds: Thresholds): GateFinding[] {
  const noise = noiseOf(set);
  const strata = new Map<number, Cold[]>();
  for (const curve of set.curves) {
    const [first = 0, second = 0, third = 0] = curve.latencies;
    const ratio = first / Math.max(second, third);
    const least = Math.max(thresholds.cold_ratio, Math.exp(3 * (noise.get(curve.stratum)?.median ?? 0)));
    if (curve.latencies.length < MIN_POINTS || ratio <= least) continue;
    strata.set(curve.stratum, [...(strata.get(curve.stratum) ?? []), { curve, ratio }]);
  }
  return [...strata].flatMap(([stratum, cold]) => {
    const curves = noise.get(stratum)?.curves ?? 0;
    const isCommon = curves >= thresholds.noise_curves && cold.length > thresholds.cold_common * curves;
    return isCommon
      ? [commonFinding(table, { cold, curves })]
      : cold.map((one) => findingOf(table, set, { ...one, isSure: one.ratio > thresholds.cold_sure }));
  });
}

/** Where many curves of a kernel begin high, it may be the kernel that is so at its smallest size. */
function commonFinding(
  table: CheckedTable,
  { cold, curves }: { readonly cold: readonly Cold[]; readonly curves: number },
): GateFinding {
  const sorted = cold.toSorted((one, other) => other.ratio - one.ratio);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const head = sorted[0]?.curve.rows[0] ?? 0;
  const columns = ["op_name", "kernel_source", "distribution", ...(table.kind.dtype ? [table.kind.dtype] : [])];
  return {
    severity: "notice",
    file: table.file,
    scope: scopeOf(table, head, columns),
    rows: sorted.slice(0, MAX_ROWS).map(({ curve }) => table.rowNumbers[curve.rows[0] ?? 0] ?? 0),
    says:
      `${cold.length} of ${curves} curves of this kernel begin higher than they go on, ${times(middle?.ratio ?? 1)} in the middle: ` +
      "either each sweep begins cold, or the kernel is so at its smallest size",
    excess: middle?.ratio ?? 1,
    numbers: { ratio: middle?.ratio ?? 1, curves: cold.length },
    evidence: middle ? curveEvidence(middle.curve, [0]) : null,
  };
}

function findingOf(
  table: CheckedTable,
  set: CurveSet,
  { curve, ratio, isSure }: Cold & { readonly isSure: boolean },
): GateFinding {
  const [first = 0, second = 0] = curve.latencies;
  const [size, next] = curve.sizes;
  const row = curve.rows[0] ?? 0;
  return {
    ...(isSure ? {} : { severity: "notice" }),
    file: table.file,
    scope: { ...scopeOf(table, row, set.fixed), [set.axis]: size ?? 0 },
    rows: [table.rowNumbers[row] ?? 0],
    says: `at ${set.axis} ${size} it takes ${latency(first)}, at ${next} only ${latency(second)}: ${times(ratio)} more than with more work`,
    excess: ratio,
    numbers: { ratio },
    evidence: curveEvidence(curve, [0]),
  };
}
