import { caseSummary } from "../../src/view/report/overview.js";
import type { ReportCase, ReportData } from "./report.js";
import type { Picture, Source } from "./source.js";

/** The data that lie in a report: they never change. */
export class EmbeddedSource implements Source {
  readonly picture: Picture;
  readonly loadLog = null;
  readonly #cases: ReadonlyMap<string, ReportCase>;

  constructor(data: ReportData) {
    this.picture = { overview: { ...data, cases: data.cases.map(caseSummary) }, live: null, isConnected: true };
    this.#cases = new Map(data.cases.map((one) => [one.key, one]));
  }

  subscribe(): () => void {
    return () => {};
  }

  loadCase(key: string): ReportCase {
    const found = this.#cases.get(key);
    if (found === undefined) throw new Error("The report has no such case.");
    return found;
  }
}
