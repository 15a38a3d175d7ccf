import type { AlignedData } from "uplot";
import type { CaseSummary, PointSummary } from "./report.js";
import { axisOf, placeOf } from "./sweep.js";

/** Medians of several cases over one x axis: `data[0]` are the places, `data[i + 1]` the medians (ms) of case i. */
export interface Curves {
  readonly axis: string;
  readonly cases: readonly CaseSummary[];
  readonly data: AlignedData;
}

/** The curves of the cases that have points, all over the axis of the first. */
export function curvesOf(cases: readonly CaseSummary[]): Curves {
  const drawn = cases.filter((one) => one.points.length > 0);
  const axis = axisOf(drawn.flatMap((one) => one.points));
  const places = [...new Set(drawn.flatMap((one) => one.points.map((point) => placeOf(point, axis))))];
  places.sort((left, right) => left - right);
  return { axis, cases: drawn, data: [places, ...drawn.map((one) => mediansAt(one, axis, places))] };
}

/** A case's point at a place of an axis. */
export function pointAt(one: CaseSummary, axis: string, place: number): PointSummary | undefined {
  return one.points.find((point) => placeOf(point, axis) === place);
}

/** Smallest and largest of some medians in ms. */
export function rangeOf(medians: readonly number[]): { readonly leastMs: number; readonly mostMs: number } {
  return medians.reduce(
    ({ leastMs, mostMs }, ms) => ({ leastMs: Math.min(leastMs, ms), mostMs: Math.max(mostMs, ms) }),
    { leastMs: Infinity, mostMs: -Infinity },
  );
}

// `undefined` is a place where this case has no point: the line goes on; `null` would break it.
function mediansAt(one: CaseSummary, axis: string, places: readonly number[]): (number | undefined)[] {
  const medians = new Map(one.points.map((point) => [placeOf(point, axis), point.medianMs]));
  return places.map((place) => medians.get(place));
}
