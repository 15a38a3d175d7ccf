import { quantileSorted } from "simple-statistics";
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
export function deviation({ sizes, latencies }: Pick<Curve, "sizes" | "latencies">, before: number, at: number, after: number): number {
  const [x0, x, x1] = [before, at, after].map((point) => Math.log(Math.max(sizes[point] ?? 1, 0.5)));
  const [y0, y, y1] = [before, at, after].map((point) => Math.log(latencies[point] ?? 1));
  if (x0 === undefined || x === undefined || x1 === undefined || y0 === undefined || y === undefined || y1 === undefined) return 0;
  const share = x1 > x0 ? (x - x0) / (x1 - x0) : 0.5;
  return y - (y0 + (y1 - y0) * share);
}

/** How restless the curves of one kernel are. */
export interface Noise {
  readonly curves: number;
  /** Deviations from the neighbours' blend: the one in the middle, and the one that 95 in a hundred do not reach. */
  readonly median: number;
  readonly p95: number;
}

/** The noise of each stratum of a set: steps of kernels and tiles are part of it. */
export function noiseOf({ curves }: CurveSet): ReadonlyMap<number, Noise> {
  const gathered = new Map<number, { curves: number; deviations: number[] }>();
  for (const curve of curves) {
    const known = gathered.get(curve.stratum) ?? { curves: 0, deviations: [] };
    gathered.set(curve.stratum, known);
    known.curves += 1;
    for (const value of deviations(curve).subarray(1, -1)) known.deviations.push(Math.abs(value));
  }
  return new Map([...gathered].map(([stratum, found]) => [stratum, noise(found)]));
}

function noise({ curves, deviations: found }: { readonly curves: number; readonly deviations: readonly number[] }): Noise {
  const sorted = found.toSorted((one, other) => one - other);
  if (sorted.length === 0) return { curves, median: 0, p95: 0 };
  return { curves, median: quantileSorted(sorted, 0.5), p95: quantileSorted(sorted, 0.95) };
}
