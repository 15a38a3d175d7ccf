import { type CheckedTable, scopeOf } from "../checked-table.js";
import { curveSets, type SetCurve } from "../curve-set.js";
import { curveEvidence, evidencePoints, latency } from "../evidence.js";
import type { Gate, GateFinding } from "../gate.js";
import { commonPoints, curveNumber, curveText, relatedCurves } from "../related-curves.js";
import type { Thresholds } from "../thresholds.js";

export const parallelScalingGate: Gate = {
  name: "parallel-scaling",
  severity: "warning",
  looksFor: "balanced expert layers that gain far too little from ep, where a rank's share of the work is still large",
  needs: "the same shape with ep 1 and a larger ep",
  todo: "look how many tokens the collector gives to the one rank that it measures: with ep ranks it is 1/ep of the pairs; measure these rows again",
  find: ({ tables, thresholds }) => tables.flatMap((table) => findPoorScaling(table, thresholds)),
};

const EP = "moe_ep_size";
const MIN_POINTS = 3;

/** Kernels differ with ep, and are compared all the same: what is asked for is the rank's share of the work. */
function findPoorScaling(table: CheckedTable, thresholds: Thresholds): GateFinding[] {
  if (!table.table.columns.has(EP)) return [];
  return relatedCurves(table, [EP, "kernel_source"]).flatMap((family) => {
    const whole = family.filter((curve) => curveNumber(table, curve, EP) === 1);
    const cut = family.filter((curve) => {
      const ep = curveNumber(table, curve, EP);
      return ep > 1 && ep <= thresholds.scaling_largest_ep && curveText(table, curve, "distribution") === "balanced";
    });
    return cut.flatMap((curve) => findCut(table, { curve, whole, thresholds }));
  });
}

interface Cut {
  readonly curve: SetCurve;
  /** Curves of the uncut layer, by whatever kernel. */
  readonly whole: readonly SetCurve[];
  readonly thresholds: Thresholds;
}

function findCut(table: CheckedTable, { curve, whole, thresholds }: Cut): GateFinding[] {
  const ep = curveNumber(table, curve, EP);
  const launch = Math.min(...curve.latencies);
  const efficiencies = new Map<number, number>();
  for (const uncut of whole) {
    for (const [point, place] of commonPoints(curve, uncut)) {
      const share = (uncut.latencies[place] ?? 0) / ep;
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
  return [findingOf(table, { curve, whole, bad, efficiencies, ep })];
}

interface Poor extends Omit<Cut, "thresholds"> {
  readonly bad: readonly number[];
  readonly efficiencies: ReadonlyMap<number, number>;
  readonly ep: number;
}

function findingOf(table: CheckedTable, { curve, whole, bad, efficiencies, ep }: Poor): GateFinding {
  const [set] = curveSets(table);
  const worst = bad.at(-1) ?? 0;
  const efficiency = efficiencies.get(worst) ?? 1;
  const own = curve.latencies[worst] ?? 0;
  const gain = efficiency * ep;
  return {
    file: table.file,
    scope: scopeOf(table, curve.rows[0] ?? 0, set?.fixed ?? []),
    rows: bad.map((point) => table.rowNumbers[curve.rows[point] ?? 0] ?? 0),
    says:
      `at ${curve.axis} ${curve.sizes[worst]} ep ${ep} takes ${latency(own)} where ep 1 takes ${latency(own * gain)}: ` +
      `${(1 / gain).toFixed(2)} of it instead of about ${(1 / ep).toPrecision(2)}`,
    excess: 1 / efficiency,
    numbers: { efficiency, gain, points: bad.length },
    evidence: curveEvidence(
      curve,
      bad,
      whole.map((uncut) => ({
        label: `ep 1, ${curveText(table, uncut, "kernel_source")}`,
        points: evidencePoints(uncut),
      })),
    ),
  };
}
