import { type CheckedTable, scopeOf } from "../checked-table.js";
import { curveSets, type SetCurve } from "../curve-set.js";
import { curveEvidence, evidencePoints, latency } from "../evidence.js";
import type { Gate, GateFinding } from "../gate.js";
import { commonPoints, curveNumber, curveText, relatedCurves } from "../related-curves.js";
import type { Thresholds } from "../thresholds.js";

export const parallelScalingGate: Gate = {
  name: "parallel-scaling",
  severity: "warning",
  looksFor: "expert layers that gain far too little from ep or tp, where a rank's share of the work is still large",
  needs: "the same shape with ep (tp) 1 and a larger one",
  todo: "look how many tokens the collector gives to the one rank that it measures: with ep ranks it is 1/ep of the pairs, with tp all of them on 1/tp of the weights; measure these rows again",
  find: ({ tables, thresholds }) =>
    tables.flatMap((table) => onePerCurve(CUTS.flatMap((cut) => findPoorScaling(table, cut, thresholds)))),
};

/** A way to cut a layer. */
interface Cut {
  readonly column: string;
  readonly name: "ep" | "tp";
  /** Beyond it other costs than the rank's share may be as long. */
  readonly largest: "scaling_largest_ep" | "scaling_largest_tp";
  /** A skewed layer may have a rank of ep that is as busy as before; tp cuts every expert alike. */
  readonly onlyBalanced: boolean;
}

const CUTS: readonly Cut[] = [
  { column: "moe_ep_size", name: "ep", largest: "scaling_largest_ep", onlyBalanced: true },
  { column: "moe_tp_size", name: "tp", largest: "scaling_largest_tp", onlyBalanced: false },
];
const MIN_POINTS = 3;

/** A curve that gains too little from both cuts is one finding. */
function onePerCurve(findings: readonly GateFinding[]): GateFinding[] {
  const worst = new Map<string, GateFinding>();
  for (const finding of findings) {
    const curve = JSON.stringify(finding.scope);
    const known = worst.get(curve);
    if (known === undefined || finding.excess > known.excess) worst.set(curve, finding);
  }
  return [...worst.values()];
}

/** Kernels differ with the cut, and are compared all the same: what is asked for is the rank's share of the work. */
function findPoorScaling(table: CheckedTable, cut: Cut, thresholds: Thresholds): GateFinding[] {
  const { column, largest, onlyBalanced } = cut;
  if (!table.table.columns.has(column)) return [];
  return relatedCurves(table, [column, "kernel_source"]).flatMap((family) => {
    const whole = family.filter((curve) => curveNumber(table, curve, column) === 1);
    return family
      .filter((curve) => {
        const ranks = curveNumber(table, curve, column);
        const isJudged = !onlyBalanced || curveText(table, curve, "distribution") === "balanced";
        return ranks > 1 && ranks <= thresholds[largest] && isJudged;
      })
      .flatMap((curve) => findCut(table, { cut, curve, whole, thresholds }));
  });
}

interface CutCurve {
  readonly cut: Cut;
  readonly curve: SetCurve;
  /** Curves of the uncut layer, by whatever kernel. */
  readonly whole: readonly SetCurve[];
  readonly thresholds: Thresholds;
}

function findCut(table: CheckedTable, { cut, curve, whole, thresholds }: CutCurve): GateFinding[] {
  const ranks = curveNumber(table, curve, cut.column);
  const launch = Math.min(...curve.latencies);
  const efficiencies = new Map<number, number>();
  for (const uncut of whole) {
    for (const [point, place] of commonPoints(curve, uncut)) {
      const share = (uncut.latencies[place] ?? 0) / ranks;
      if (share < thresholds.scaling_over_launch * launch) continue;
      const efficiency = share / (curve.latencies[point] ?? Infinity);
      // Several kernels of the uncut layer: the fastest is the one to compare with.
      efficiencies.set(point, Math.min(efficiencies.get(point) ?? Infinity, efficiency));
    }
  }
  const bad = [...efficiencies]
    .filter(([, efficiency]) => efficiency < thresholds.scaling_efficiency)
    .map(([point]) => point);
  if (bad.length < MIN_POINTS || bad.length < efficiencies.size / 2) return [];
  return [findingOf(table, { cut, curve, whole, bad, efficiencies, ranks })];
}

interface Poor extends Omit<CutCurve, "thresholds"> {
  readonly bad: readonly number[];
  readonly efficiencies: ReadonlyMap<number, number>;
  readonly ranks: number;
}

function findingOf(table: CheckedTable, { cut: { name }, curve, whole, bad, efficiencies, ranks }: Poor): GateFinding {
  const [set] = curveSets(table);
  const worst = bad.at(-1) ?? 0;
  const efficiency = efficiencies.get(worst) ?? 1;
  const own = curve.latencies[worst] ?? 0;
  const gain = efficiency * ranks;
  return {
    file: table.file,
    scope: scopeOf(table, curve.rows[0] ?? 0, set?.fixed ?? []),
    rows: bad.map((point) => table.rowNumbers[curve.rows[point] ?? 0] ?? 0),
    says:
      `at ${curve.axis} ${curve.sizes[worst]} ${name} ${ranks} takes ${latency(own)} where ${name} 1 takes ${latency(own * gain)}: ` +
      `${(1 / gain).toFixed(2)} of it instead of about ${(1 / ranks).toPrecision(2)}`,
    excess: 1 / efficiency,
    numbers: { efficiency, gain, points: bad.length },
    evidence: curveEvidence(
      curve,
      bad,
      whole.map((uncut) => ({
        label: `${name} 1, ${curveText(table, uncut, "kernel_source")}`,
        points: evidencePoints(uncut),
      })),
    ),
  };
}
