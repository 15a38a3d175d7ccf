import { quantile } from "simple-statistics";
import { scopeOf } from "../checked-table.js";
import { curveSets } from "../curve-set.js";
import { curveEvidence, evidencePoints, latency, times } from "../evidence.js";
import type { CheckInput, Gate, GateFinding } from "../gate.js";
import { launchFloors } from "../launch-floor.js";
import { suggestion } from "../peers.js";
import { type ShapeCurve, type ShapePeers, shapePeers } from "../shape-peers.js";
import type { Thresholds } from "../thresholds.js";

export const launchBoundGate: Gate = {
  name: "launch-bound",
  severity: "warning",
  looksFor:
    "curves that are flat from their first point on while the work grows, where other kernels, number formats or backends of the same shape take a fraction: the launch was measured, not the kernel",
  needs: "a second kernel, number format or backend of the same shape on the same device",
  todo: "measure the kernel as a graph replay or with device events; as it stands a reader takes the host's time for the kernel's",
  find: findPlateaus,
};

const MIN_POINTS = 4;
/** So many of a plateau's points must lie that far over the others; one in ten may not. */
const SHARE = 0.9;

function findPlateaus({ tables, thresholds }: CheckInput): GateFinding[] {
  return shapePeers(tables).flatMap((shape) => findPlateau(shape, thresholds));
}

function findPlateau({ own, peers }: ShapePeers, thresholds: Thresholds): GateFinding[] {
  const { curve } = own;
  if (curve.latencies.length < MIN_POINTS) return [];
  if (peers.length === 0) return [];
  const { latencies } = suggestion(own, peers);
  const ratios = Array.from(latencies, (other, point) => (curve.latencies[point] ?? 0) / other);
  const slow = slowEnd(ratios, thresholds.plateau_over_others);
  const end = flatEnd(curve.latencies.subarray(0, slow + 1), thresholds.plateau_flat);
  const growth = (curve.sizes[end] ?? 0) / (curve.sizes[0] ?? 1);
  if (end + 1 < MIN_POINTS || growth < thresholds.plateau_growth) return [];
  const level = quantile([...curve.latencies.subarray(0, end + 1)], 0.5);
  const floor = launchFloors(own.table).get(curve.stratum) ?? 0;
  if (level > thresholds.plateau_over_floor * floor) return [];
  return [findingOf(own, peers, ratios.slice(0, end + 1))];
}

/** The last point of the flat beginning of a curve: the middle four fifths of its latencies lie within a ratio. */
function flatEnd(latencies: Float64Array, flat: number): number {
  for (let end = latencies.length - 1; end > 0; end -= 1) {
    const [low = 0, high = 0] = quantile([...latencies.subarray(0, end + 1)], [0.1, 0.9]);
    if (high / low <= flat) return end;
  }
  return 0;
}

/** The last point up to which nearly all points lie far over the others; points without others do not count. */
function slowEnd(ratios: readonly number[], least: number): number {
  let end = -1;
  let known = 0;
  let slow = 0;
  ratios.forEach((ratio, point) => {
    if (Number.isNaN(ratio)) return;
    known += 1;
    if (ratio >= least) slow += 1;
    if (slow >= SHARE * known && ratio >= least) end = point;
  });
  return end;
}

function findingOf({ table, curve }: ShapeCurve, peers: readonly ShapeCurve[], ratios: readonly number[]): GateFinding {
  const [set] = curveSets(table);
  const bad = ratios.map((_, point) => point);
  const ratio = quantile(
    ratios.filter((value) => !Number.isNaN(value)),
    0.5,
  );
  const flat = quantile([...curve.latencies.subarray(0, bad.length)], 0.5);
  const [first, last] = [curve.sizes[0] ?? 0, curve.sizes[bad.length - 1] ?? 0];
  return {
    file: table.file,
    scope: scopeOf(table, curve.rows[0] ?? 0, set?.fixed ?? []),
    rows: bad.map((point) => table.rowNumbers[curve.rows[point] ?? 0] ?? 0),
    says:
      `about ${latency(flat)} from ${curve.axis} ${first} to ${last}, flat while the work grows ${(last / first).toFixed(0)} times; ` +
      `${peers.length === 1 ? "another" : `${peers.length} others`} of this shape take ${times(ratio)} less`,
    excess: ratio,
    numbers: { ratio, latencyMs: flat, growth: last / first },
    evidence: curveEvidence(
      curve,
      bad,
      peers.map((peer) => ({ label: peer.label, points: evidencePoints(peer.curve) })),
    ),
  };
}
