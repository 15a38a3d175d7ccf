import type {
  ReportAttempt,
  ReportCase,
  ReportData,
  ReportMemoryStep,
  ReportPoint,
  ReportWorkerMemory,
} from "../../src/view/report/data.js";

export type { ReportAttempt, ReportCase, ReportData, ReportMemoryStep, ReportPoint, ReportWorkerMemory };

/** The case whose key starts with the digits of an address; `undefined` for none or several. */
export function caseByKey(cases: readonly ReportCase[], prefix: string): ReportCase | undefined {
  const found = prefix === "" ? [] : cases.filter((one) => one.key.startsWith(prefix));
  return found.length === 1 ? found[0] : undefined;
}
