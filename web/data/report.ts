import type { CaseSummary } from "../../src/view/report/overview.js";
import type { EmbeddedReport } from "../../src/view/report/reduced-report.js";

export type {
  ReportAttempt,
  ReportFailureGroup,
  ReportMemoryStep,
  ReportWorkerMemory,
} from "../../src/view/report/data.js";
export type { CaseSummary, Overview, PointSummary } from "../../src/view/report/overview.js";

/** A report as it lies in the page: its points have no keys. */
export type ReportData = EmbeddedReport;
export type ReportCase = ReportData["cases"][number];
export type ReportPoint = ReportCase["points"][number];

/** The case whose key starts with what an address has of it; `undefined` for none or several. */
export function caseByKey<One extends Pick<CaseSummary, "key">>(
  cases: readonly One[],
  prefix: string,
): One | undefined {
  const found = prefix === "" ? [] : cases.filter((one) => one.key.startsWith(prefix));
  return found.length === 1 ? found[0] : undefined;
}
