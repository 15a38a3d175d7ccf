import { quantile } from "simple-statistics";
import { scopeOf } from "../checked-table.js";
import { curveSets } from "../curve-set.js";
import { curveEvidence, evidencePoints, latency, times } from "../evidence.js";
import type { CheckInput, Gate, GateFinding } from "../gate.js";
import { launchFloors } from "../launch-floor.js";
import { suggestion } from "../peers.js";
import { peersOf, type ShapeCurve, type ShapeIndex, shapeIndex } from "../shape-index.js";
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
  const index = shapeIndex(tables);
  return [...index.values()].flat().flatMap((own) => findOutlier(own, index, thresholds));
}

function findOutlier(own: ShapeCurve, index: ShapeIndex, thresholds: Thresholds): GateFinding[] {
  const { curve, bound } = own;
  const peers = bound ? peersOf(index, own) : [];
  if (!bound || peers.length < MIN_OTHERS) return [];
  const { latencies, counts } = suggestion(own, peers);
  const ratios = Array.from(latencies, (other, point) => {
    const least = bound(curve.rows[point] ?? 0)?.ms ?? 0;
    const isWork = (counts[point] ?? 0) >= MIN_OTHERS && least >= WORK_SHARE * other;
    return isWork ? (curve.latencies[point] ?? 0) / other : NaN;
  });
  const work = [...ratios.keys()].filter((point) => !Number.isNaN(ratios[point]));
  if (
    work.length < MIN_POINTS ||
    quantile(
      work.map((point) => ratios[point] ?? 0),
      0.5,
    ) < thresholds.outlier_ratio
  )
    return [];
  // A curve that lies on its launch is told as such.
  const floor = launchFloors(own.table).get(curve.stratum) ?? 0;
  if (
    quantile(
      work.map((point) => curve.latencies[point] ?? 0),
      0.5,
    ) <
    LAUNCHES * floor
  )
    return [];
  return [findingOf(own, peers, ratios)];
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
