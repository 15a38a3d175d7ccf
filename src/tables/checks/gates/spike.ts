import type { CheckedTable } from "../checked-table.js";
import { scopeOf } from "../checked-table.js";
import { type CurveSet, curveSets, curveThrough, type SetCurve, siblingFinder } from "../curve-set.js";
import { curveEvidence, latency, times } from "../evidence.js";
import type { Gate, GateFinding } from "../gate.js";
import { deviation, deviations, type Noise, noiseOf } from "../noise.js";
import type { Thresholds } from "../thresholds.js";

export const spikeGate: Gate = {
  name: "spike",
  severity: "error",
  looksFor:
    "single points far above or below both neighbours, on an otherwise smooth curve, that no neighbouring layer has",
  needs: "curves of at least five points",
  todo: "measure these points again; until then a reader gets the bad value, and blends of it on both sides",
  find: ({ tables, thresholds }) => tables.flatMap((table) => findSpikes(table, thresholds)),
};

const MIN_POINTS = 5;
/** A neighbouring layer that deviates by this share of a spike has it too: then the kernel is so. */
const SHARED_SHARE = 0.4;

interface Spike {
  readonly curve: SetCurve;
  readonly point: number;
  /** Natural logarithm of the latency over its neighbours' blend. */
  readonly deviation: number;
}

function findSpikes(table: CheckedTable, thresholds: Thresholds): GateFinding[] {
  const sets = curveSets(table);
  const found = sets.map((set) => spikesOf(table, set, thresholds));
  const confirmed = new Set<number>();
  return sets.flatMap((set, axis) => {
    const others = sets.filter((other) => other !== set);
    const spikes = (found[axis] ?? []).filter((spike) => others.every((other) => !isRefuted(spike, other)));
    return byCurve(spikes).flatMap((group) => findingOf(table, set, { spikes: group, confirmed }));
  });
}

function spikesOf(table: CheckedTable, set: CurveSet, thresholds: Thresholds): Spike[] {
  const noise = noiseOf(set);
  const candidates = set.curves.flatMap((curve) => candidatesOf(curve, noise.get(curve.stratum), thresholds));
  if (candidates.length === 0) return [];
  const siblingsOf = siblingFinder(table, set);
  return candidates.filter((spike) => !siblingsOf(spike.curve).some((curve) => hasIt(curve, spike)));
}

function candidatesOf(curve: SetCurve, noise: Noise | undefined, thresholds: Thresholds): Spike[] {
  const { latencies } = curve;
  if (latencies.length < MIN_POINTS) return [];
  const found: Spike[] = [];
  const sizes = deviations(curve);
  const isCommon = (noise?.curves ?? 0) >= thresholds.noise_curves;
  sizes.forEach((size, point) => {
    const [before, at, after] = [latencies[point - 1] ?? NaN, latencies[point] ?? NaN, latencies[point + 1] ?? NaN];
    const beyond = size > 0 ? at / Math.max(before, after) : Math.min(before, after) / at;
    if (!(beyond > thresholds.spike_ratio)) return;
    const usual = Math.max(isCommon ? (noise?.p95 ?? 0) : restlessness(sizes, point), roughness(curve, point));
    const least = Math.max(Math.log(thresholds.spike_ratio), thresholds.spike_over_noise * usual);
    if (Math.abs(size) >= least) found.push({ curve, point, deviation: size });
  });
  return found;
}

/** Where there are too few curves to have a noise: the largest deviation of the curve itself away from a point. */
function restlessness(sizes: Float64Array, point: number): number {
  return sizes.reduce((most, size, place) => (Math.abs(place - point) > 1 ? Math.max(most, Math.abs(size)) : most), 0);
}

/** How smooth the curve is beside a point, without that point: the larger deviation of its two neighbours. */
function roughness(curve: SetCurve, point: number): number {
  const left = point >= 2 ? Math.abs(deviation(curve, point - 2, point - 1, point + 1)) : 0;
  const right = point + 2 < curve.latencies.length ? Math.abs(deviation(curve, point - 1, point + 1, point + 2)) : 0;
  return Math.max(left, right);
}

/** Whether a curve deviates at the same size in the same direction. */
function hasIt(curve: SetCurve, { curve: own, point, deviation: size }: Spike): boolean {
  const place = curve.sizes.indexOf(own.sizes[point] ?? NaN);
  if (place <= 0 || place + 1 >= curve.sizes.length) return false;
  return deviation(curve, place - 1, place, place + 1) / size > SHARED_SHARE;
}

/** A point that is no spike while another size grows is none: its row's curve there is as smooth as ever. */
function isRefuted({ curve, point, deviation: size }: Spike, other: CurveSet): boolean {
  const row = curve.rows[point] ?? -1;
  const across = curveThrough(other, row);
  const place = across?.rows.indexOf(row) ?? -1;
  if (!across || place <= 0 || place + 1 >= across.rows.length) return false;
  return deviation(across, place - 1, place, place + 1) / size < SHARED_SHARE;
}

function byCurve(spikes: readonly Spike[]): Spike[][] {
  const groups = new Map<SetCurve, Spike[]>();
  for (const spike of spikes) groups.set(spike.curve, [...(groups.get(spike.curve) ?? []), spike]);
  return [...groups.values()];
}

interface SpikeGroup {
  readonly spikes: readonly Spike[];
  /** Rows that another axis has told already. */
  readonly confirmed: Set<number>;
}

function findingOf(table: CheckedTable, set: CurveSet, { spikes, confirmed }: SpikeGroup): GateFinding[] {
  const fresh = spikes.filter(({ curve, point }) => !confirmed.has(curve.rows[point] ?? -1));
  const [worst] = fresh.toSorted((one, other) => Math.abs(other.deviation) - Math.abs(one.deviation));
  if (!worst) return [];
  for (const { curve, point } of fresh) confirmed.add(curve.rows[point] ?? -1);
  const { curve, point } = worst;
  const size = curve.sizes[point] ?? 0;
  const ratio = Math.exp(Math.abs(worst.deviation));
  const [before, at, after] = [point - 1, point, point + 1].map((place) => latency(curve.latencies[place] ?? 0));
  const way = worst.deviation > 0 ? "above" : "below";
  return [
    {
      file: table.file,
      scope: { ...scopeOf(table, curve.rows[point] ?? 0, set.fixed), [set.axis]: size },
      rows: fresh.map((spike) => table.rowNumbers[spike.curve.rows[spike.point] ?? 0] ?? 0),
      says: `at ${set.axis} ${size} it takes ${at}, between ${before} and ${after}: ${times(ratio)} ${way} its neighbours' blend`,
      excess: ratio,
      numbers: { ratio, points: fresh.length },
      evidence: curveEvidence(
        curve,
        fresh.map((spike) => spike.point),
      ),
    },
  ];
}
