import { unpackCase } from "../../src/view/report/overview.js";
import type { SplitReport } from "../../src/view/report/reduced-report.js";
import type { ReportCase } from "./report.js";
import type { Picture, Source } from "./source.js";
import { unpacked } from "./unpacked.js";

/** The data that lie in a large report: its cases are unpacked when the first one is asked for. */
export class SplitSource implements Source {
  readonly picture: Picture;
  readonly loadLog = null;
  readonly #keys: readonly string[];
  #lines: Promise<readonly string[]> | null = null;

  constructor(data: SplitReport) {
    this.picture = { overview: { ...data, cases: data.cases.map(unpackCase) }, live: null, isConnected: true };
    this.#keys = data.cases.map(({ key }) => key);
  }

  subscribe(): () => void {
    return () => {};
  }

  async loadCase(key: string): Promise<ReportCase> {
    this.#lines ??= unpacked(document.getElementById("assay-cases")?.textContent ?? "").then((text) =>
      text.split("\n"),
    );
    const line = (await this.#lines)[this.#keys.indexOf(key)];
    if (line === undefined) throw new Error("The report has no such case.");
    return JSON.parse(line) as ReportCase;
  }
}
