import { numbersOf } from "../../curves.js";
import { LATENCY } from "../../kinds/table-kind.js";
import { type CheckedTable, scopeOf } from "../checked-table.js";
import { type CurveSet, curveSets, type SetCurve } from "../curve-set.js";
import { curveEvidence, latency, times } from "../evidence.js";
import type { Gate, GateFinding } from "../gate.js";
import { type Bound, boundsOf } from "../least-work.js";

const WHAT_TO_DO =
  "look whether the kernel ran at all, on the whole shape and in this number format, and whether the timer waited for its end; then measure again";

export const fasterThanArithmeticGate = boundGate("arithmetic", {
  name: "faster-than-arithmetic",
  severity: "error",
  looksFor: "latencies in which the device cannot do the arithmetic, even at its dense peak",
  needs: "the peaks of the device (`<system>.yaml`, or a device that is known here)",
  todo: WHAT_TO_DO,
});

export const fasterThanMemoryGate = boundGate("memory", {
  name: "faster-than-memory",
  severity: "error",
  looksFor: "latencies in which the device cannot read what the work needs and its last-level cache cannot hold",
  needs: "memory bandwidth and cache of the device (`<system>.yaml`, or a device that is known here)",
  todo: WHAT_TO_DO,
});

function boundGate(by: Bound["by"], words: Omit<Gate, "find">): Gate {
  return {
    ...words,
    find: ({ tables, thresholds }) => tables.flatMap((table) => findTooFast(table, by, thresholds.bound_slack)),
  };
}

function findTooFast(table: CheckedTable, by: Bound["by"], slack: number): GateFinding[] {
  const bounds = boundsOf(table);
  const latencies = numbersOf(table.table, LATENCY);
  const [set] = curveSets(table);
  if (!bounds || !latencies || !set) return [];
  return set.curves.flatMap((curve) => {
    const ratios = Array.from(curve.rows, (row) => {
      const least = bounds[row];
      return least?.by === by ? least.ms / (latencies[row] ?? Infinity) : 0;
    });
    return ratios.some((ratio) => ratio > slack) ? [findingOf(table, set, { curve, ratios, slack })] : [];
  });
}

interface TooFast {
  readonly curve: SetCurve;
  /** [points] bound over latency */
  readonly ratios: readonly number[];
  readonly slack: number;
}

function findingOf(table: CheckedTable, set: CurveSet, { curve, ratios, slack }: TooFast): GateFinding {
  const bad = ratios.flatMap((ratio, point) => (ratio > slack ? [point] : []));
  const worst = ratios.indexOf(Math.max(...ratios));
  const ratio = ratios[worst] ?? 1;
  const took = curve.latencies[worst] ?? 0;
  return {
    file: table.file,
    scope: scopeOf(table, curve.rows[worst] ?? 0, set.fixed),
    rows: bad.map((point) => table.rowNumbers[curve.rows[point] ?? 0] ?? 0),
    says:
      `${bad.length} of ${curve.rows.length} points are faster than the device: at ${set.axis} ${curve.sizes[worst]} ` +
      `it takes ${latency(took)}, and can take no less than ${latency(took * ratio)} (${times(ratio)})`,
    excess: ratio,
    numbers: { ratio, points: bad.length },
    evidence: curveEvidence(curve, bad, [
      {
        label: "bound",
        points: bad.map((point) => ({
          size: curve.sizes[point] ?? 0,
          latencyMs: (curve.latencies[point] ?? 0) * (ratios[point] ?? 0),
        })),
      },
    ]),
  };
}
