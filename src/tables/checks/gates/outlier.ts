import { quantile } from "simple-statistics";
import { scopeOf } from "../checked-table.js";
import { curveSets } from "../curve-set.js";
import { curveEvidence, evidencePoints, latency, times } from "../evidence.js";
import type { CheckInput, Gate, GateFinding } from "../gate.js";
import { launchFloors } from "../launch-floor.js";
import type { Bound } from "../least-work.js";
import { suggestion } from "../peers.js";
import { type ShapeCurve, type ShapePeers, shapePeers } from "../shape-peers.js";
import type { Thresholds } from "../thresholds.js";

export const outlierGate: Gate = {
  name: "outlier",
  severity: "warning",
  looksFor:
    "curves that, where their work is large, take many times more than other kernels, number formats and backends of the same shape",
  needs: "two other kernels, number formats or backends of the same shape on the same device, and the device's peaks",
  todo: "measure the curve again; if it stays, another kernel should serve this shape, or the row is of another shape than it says",
  find: findOutliers,
};

const MIN_OTHERS = 2;
const MIN_POINTS = 3;
/** Where arithmetic or memory is this share of what the others take, launches no longer count. */
const WORK_SHARE = 0.15;
/** Below so many times the least that its kernel ever takes, a curve is launches rather than work. */
const LAUNCHES = 2;

function findOutliers({ tables, thresholds }: CheckInput): GateFinding[] {
  return shapePeers(tables).flatMap((shape) => findOutlier(shape, thresholds));
}

function findOutlier({ own, peers }: ShapePeers, thresholds: Thresholds): GateFinding[] {
  const { curve, bounds } = own;
  if (!bounds || peers.length < MIN_OTHERS) return [];
  const ratios = workRatios(own, peers, bounds);
  const work = [...ratios.keys()].filter((point) => !Number.isNaN(ratios[point]));
  const middle = (values: ArrayLike<number>) =>
    quantile(
      work.map((point) => values[point] ?? 0),
      0.5,
    );
  if (work.length < MIN_POINTS || middle(ratios) < thresholds.outlier_ratio) return [];
  // A curve that lies on its launch is told as such.
  const floor = launchFloors(own.table).get(curve.stratum) ?? 0;
  return middle(curve.latencies) < LAUNCHES * floor ? [] : [findingOf(own, peers, ratios)];
}

/** How many times longer a curve takes than others of its shape, where work fills their time; NaN elsewhere. */
function workRatios(own: ShapeCurve, peers: readonly ShapeCurve[], bounds: readonly (Bound | null)[]): number[] {
  const { latencies, counts } = suggestion(own, peers);
  return Array.from(latencies, (other, point) => {
    const least = bounds[own.curve.rows[point] ?? 0]?.ms ?? 0;
    const isWork = (counts[point] ?? 0) >= MIN_OTHERS && least >= WORK_SHARE * other;
    return isWork ? (own.curve.latencies[point] ?? 0) / other : NaN;
  });
}

function findingOf({ table, curve }: ShapeCurve, peers: readonly ShapeCurve[], ratios: readonly number[]): GateFinding {
  const [set] = curveSets(table);
  const bad = ratios.flatMap((ratio, point) => (Number.isNaN(ratio) ? [] : [point]));
  const worst = bad.reduce((most, point) => ((ratios[point] ?? 0) > (ratios[most] ?? 0) ? point : most), bad[0] ?? 0);
  const ratio = quantile(
    bad.map((point) => ratios[point] ?? 0),
    0.5,
  );
  return {
    file: table.file,
    scope: scopeOf(table, curve.rows[worst] ?? 0, set?.fixed ?? []),
    rows: bad.map((point) => table.rowNumbers[curve.rows[point] ?? 0] ?? 0),
    says:
      `${times(ratio)} what ${peers.length} others of this shape take; at ${curve.axis} ${curve.sizes[worst]} ` +
      `${latency(curve.latencies[worst] ?? 0)}, ${times(ratios[worst] ?? 1)}`,
    excess: ratio,
    numbers: { ratio, points: bad.length },
    evidence: curveEvidence(
      curve,
      bad,
      peers.map((peer) => ({ label: peer.label, points: evidencePoints(peer.curve) })),
    ),
  };
}
