import { caseSummary, packCase, type PackedCase } from "./overview.js";
import type { ReportCase, ReportData, ReportPoint } from "./data.js";

/** Reports of more points than this leave out what most readers of so many points never look at. */
const WHOLE_POINTS = 5_000;

/** What a report's page has of a point: its key follows from the case's key and the coordinates. */
type EmbeddedPoint = Omit<ReportPoint, "key">;

/** A report's data as they lie in its page. */
export interface EmbeddedReport extends Omit<ReportData, "cases"> {
  readonly cases: readonly (Omit<ReportCase, "points"> & { readonly points: readonly EmbeddedPoint[] })[];
}

/** Whether a report is embedded whole. */
export function isWhole({ totals }: ReportData): boolean {
  return totals.points.done <= WHOLE_POINTS;
}

/** A large report as it lies in its page: what the page shows at first, and each case, which is unpacked when it is asked for. */
export interface SplitReport extends Omit<ReportData, "cases"> {
  /** Samples and routing of points without flags were left out, since there are so many. */
  readonly reduced: true;
  readonly cases: readonly PackedCase[];
}

/** What a large report's page shows at first. */
export function splitReport(data: ReportData): SplitReport {
  return { ...data, reduced: true, cases: data.cases.map((one) => packCase(caseSummary(one))) };
}

/** The cases without the samples and the routing of points that have no flag: figures always, evidence where it is needed. */
export function reducedCases({ cases }: ReportData): EmbeddedReport["cases"] {
  return cases.map((one) => ({ ...one, points: one.points.map(reducedPoint) }));
}

function reducedPoint({ key: _key, ...point }: ReportPoint): EmbeddedPoint {
  return point.flags.length > 0 ? point : { ...point, samplesNs: [], routing: null };
}
