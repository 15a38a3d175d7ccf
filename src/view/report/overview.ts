import type { Flag } from "../../measure/flags.js";
import type { ReportCase, ReportData, ReportPoint } from "./data.js";
import type { EmbeddedReport } from "./reduced-report.js";

/** All that the page shows but for a case's own view: the report's data with each case in short. */
export interface Overview extends Omit<ReportData, "cases"> {
  readonly cases: readonly CaseSummary[];
}

/** What lists and curves show of a case. */
export interface CaseSummary extends Pick<
  ReportCase,
  "key" | "arm" | "name" | "models" | "op" | "device" | "state" | "plannedPoints"
> {
  readonly dtype: string | null;
  readonly tp: number | null;
  readonly ep: number | null;
  readonly points: readonly PointSummary[];
}

/** What lists and curves show of a point; latencies in ms. */
export interface PointSummary {
  readonly coordinates: Readonly<Record<string, number>>;
  readonly n: number;
  readonly medianMs: number;
  readonly p10Ms: number;
  readonly p90Ms: number;
  /** Half-width of the median's 95 % interval over the median; `null` for too few samples. */
  readonly medianCi: number | null;
  readonly flags: readonly Flag[];
  /** As `ReportPoint.standing`. */
  readonly standing?: "older";
}

/** A point in short. */
export function pointSummary({
  coordinates,
  statistics,
  flags,
  standing,
}: Pick<ReportPoint, "coordinates" | "statistics" | "flags" | "standing">): PointSummary {
  const { n, medianMs, p10Ms, p90Ms, medianCi } = statistics;
  return { coordinates, n, medianMs, p10Ms, p90Ms, medianCi, flags, ...(standing && { standing }) };
}

/** The fields of a case that lists have columns for; `null` where its op has no such field. */
export function listedFields(fields: Readonly<Record<string, unknown>>): Pick<CaseSummary, "dtype" | "tp" | "ep"> {
  const { dtype, tp, ep } = fields;
  return {
    dtype: typeof dtype === "string" ? dtype : null,
    tp: typeof tp === "number" ? tp : null,
    ep: typeof ep === "number" ? ep : null,
  };
}

/** A report's case in short. */
export function caseSummary({
  fields,
  points,
  attempts: _attempts,
  again: _again,
  peaks: _peaks,
  ...head
}: EmbeddedReport["cases"][number]): CaseSummary {
  return { ...head, ...listedFields(fields), points: points.map(pointSummary) };
}

/** A case in short as it is sent: a large campaign has a hundred thousand points. */
export interface PackedCase extends Omit<CaseSummary, "points"> {
  /** Names of the points' coordinates. */
  readonly axes: readonly string[];
  readonly points: readonly PackedPoint[];
}

/** A `PointSummary` without names; flags and standing only where there are any. */
type PackedPoint = readonly [
  coordinates: readonly number[],
  n: number,
  medianMs: number,
  p10Ms: number,
  p90Ms: number,
  medianCi: number | null,
  flags?: readonly Flag[],
  standing?: "older",
];

/** Leaves the names out of a case's points. */
export function packCase({ points, ...head }: CaseSummary): PackedCase {
  const axes = Object.keys(points[0]?.coordinates ?? {});
  return {
    ...head,
    axes,
    points: points.map(({ coordinates, n, medianMs, p10Ms, p90Ms, medianCi, flags, standing }): PackedPoint => {
      const places = axes.map((axis) => coordinates[axis] ?? 0);
      const interval = medianCi === null ? null : Math.round(medianCi * 1e6) / 1e6;
      const figures = [
        places,
        n,
        toFemtosecond(medianMs),
        toFemtosecond(p10Ms),
        toFemtosecond(p90Ms),
        interval,
      ] as const;
      if (standing) return [...figures, flags, standing];
      return flags.length === 0 ? figures : [...figures, flags];
    }),
  };
}

/** No clock reads so finely: what binary fractions add beyond it would only be long. */
function toFemtosecond(ms: number): number {
  return Math.round(ms * 1e9) / 1e9;
}

/** The case that was packed. */
export function unpackCase({ axes, points, ...head }: PackedCase): CaseSummary {
  return {
    ...head,
    points: points.map(([places, n, medianMs, p10Ms, p90Ms, medianCi, flags = [], standing]) => {
      const coordinates: Record<string, number> = {};
      for (const [index, axis] of axes.entries()) coordinates[axis] = places[index] ?? 0;
      return { coordinates, n, medianMs, p10Ms, p90Ms, medianCi, flags, ...(standing && { standing }) };
    }),
  };
}
