import { count, counted } from "../figures/number.js";
import type { ReportPoint } from "./report.js";

/** What has a place in a sweep. */
type Placed = Pick<ReportPoint, "coordinates">;

/** Points of a case along the coordinate that varies. */
export interface Sweep<Point extends Placed = ReportPoint> {
  /** Name of the coordinate on the x axis, e.g. `tokens`. */
  readonly axis: string;
  readonly points: readonly Point[];
}

/** The sweep of some points, in the order of its axis: `tokens` if they have it, else the coordinate that varies most. */
export function sweepOf<Point extends Placed>(points: readonly Point[]): Sweep<Point> {
  const axis = axisOf(points);
  return { axis, points: points.toSorted((left, right) => placeOf(left, axis) - placeOf(right, axis)) };
}

/** A point's place on an axis; 1 where it has no such coordinate. */
export function placeOf(point: Placed, axis: string): number {
  return point.coordinates[axis] ?? 1;
}

/** A point's coordinates as text: `64 tokens`, `batch 4, length 128`. */
export function placeText(point: Placed): string {
  const entries = Object.entries(point.coordinates);
  const tokens = point.coordinates["tokens"];
  if (entries.length === 1 && tokens !== undefined) return counted(tokens, "token");
  return entries.map(([name, value]) => `${name} ${count(value)}`).join(", ");
}

/** Tokens per second at the median; `null` for points that are not counted in tokens. */
export function tokensPerSecond(point: ReportPoint): number | null {
  const tokens = point.coordinates["tokens"];
  const { medianMs } = point.statistics;
  return tokens === undefined || medianMs <= 0 ? null : (tokens / medianMs) * 1000;
}

/** The coordinate that a sweep runs over. */
export function axisOf(points: readonly Placed[]): string {
  const names = new Set(points.flatMap((point) => Object.keys(point.coordinates)));
  const [first] = [...names].toSorted((left, right) => rank(points, right) - rank(points, left));
  return first ?? "tokens";
}

function rank(points: readonly Placed[], name: string): number {
  const distinct = new Set(points.map((point) => point.coordinates[name])).size;
  return name === "tokens" ? distinct + 0.5 : distinct;
}
