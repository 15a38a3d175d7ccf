import type { Curve } from "../curves.js";
import type { CurveSet } from "./curve-set.js";

/**
 * How far each inner point of a curve lies off the straight line between its neighbours, both axes logarithmic.
 * @returns [points] natural logarithm of latency over blend; 0 at the ends
 */
export function deviations({ sizes, latencies }: Curve): Float64Array {
  const found = new Float64Array(sizes.length);
  for (let point = 1; point + 1 < sizes.length; point += 1) {
    found[point] = deviation({ sizes, latencies }, point - 1, point, point + 1);
  }
  return found;
}

/** As `deviations`, for one point between two others. */
export function deviation(
  { sizes, latencies }: Pick<Curve, "sizes" | "latencies">,
  before: number,
  at: number,
  after: number,
): number {
  const start = logSize(sizes[before]);
  const width = logSize(sizes[after]) - start;
  const share = width > 0 ? (logSize(sizes[at]) - start) / width : 0.5;
  const low = Math.log(latencies[before] ?? 1);
  return Math.log(latencies[at] ?? 1) - (low + (Math.log(latencies[after] ?? 1) - low) * share);
}

/** A size of 0 (a history of no tokens) has a place on a logarithmic axis too. */
function logSize(size = 1): number {
  return Math.log(Math.max(size, 0.5));
}

/** How restless the curves of one kernel are. */
export interface Noise {
  readonly curves: number;
  /** Deviations from the neighbours' blend: the one in the middle, and the one that 95 in a hundred do not reach. */
  readonly median: number;
  readonly p95: number;
}

const noises = new WeakMap<CurveSet, ReadonlyMap<number, Noise>>();

/** The noise of each stratum of a set, worked out once: steps of kernels and tiles are part of it. */
export function noiseOf(set: CurveSet): ReadonlyMap<number, Noise> {
  const known = noises.get(set);
  if (known) return known;
  const strata = new Map<number, Curve[]>();
  for (const curve of set.curves) {
    const members = strata.get(curve.stratum);
    if (members) members.push(curve);
    else strata.set(curve.stratum, [curve]);
  }
  const found = new Map([...strata].map(([stratum, curves]) => [stratum, noise(curves)] as const));
  noises.set(set, found);
  return found;
}

function noise(curves: readonly Curve[]): Noise {
  const inner = curves.map((curve) => deviations(curve).subarray(1, -1));
  const sorted = new Float64Array(inner.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const values of inner) for (const value of values) sorted[filled++] = Math.abs(value);
  sorted.sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { curves: curves.length, median: at(0.5), p95: at(0.95) };
}
