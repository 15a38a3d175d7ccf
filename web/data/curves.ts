import type { AlignedData } from "uplot";
import type { ReportCase, ReportPoint } from "./report.js";
import { placeOf, sweepOf } from "./sweep.js";

/** Medians of several cases over one x axis: `data[0]` are the places, `data[i + 1]` the medians (ms) of case i. */
export interface Curves {
  readonly axis: string;
  readonly cases: readonly ReportCase[];
  readonly data: AlignedData;
}

/** The curves of the cases that have points, all over the axis of the first. */
export function curvesOf(cases: readonly ReportCase[]): Curves {
  const drawn = cases.filter((one) => one.points.length > 0);
  const { axis } = sweepOf(drawn.flatMap((one) => one.points));
  const places = [...new Set(drawn.flatMap((one) => one.points.map((point) => placeOf(point, axis))))];
  places.sort((left, right) => left - right);
  return { axis, cases: drawn, data: [places, ...drawn.map((one) => mediansAt(one, axis, places))] };
}

/** A case's point at a place of an axis. */
export function pointAt(one: ReportCase, axis: string, place: number): ReportPoint | undefined {
  return one.points.find((point) => placeOf(point, axis) === place);
}

/** Smallest and largest median of some points in ms. */
export function medianRange(points: readonly ReportPoint[]): { readonly leastMs: number; readonly mostMs: number } {
  const medians = points.map((point) => point.statistics.medianMs);
  return { leastMs: Math.min(...medians), mostMs: Math.max(...medians) };
}

// `undefined` is a place where this case has no point: the line goes on; `null` would break it.
function mediansAt(one: ReportCase, axis: string, places: readonly number[]): (number | undefined)[] {
  const medians = new Map(one.points.map((point) => [placeOf(point, axis), point.statistics.medianMs]));
  return places.map((place) => medians.get(place));
}
