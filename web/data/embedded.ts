import type { SplitReport } from "../../src/view/report/reduced-report.js";
import { unpacked } from "./unpacked.js";
import { EmbeddedSource } from "./embedded-source.js";
import { hideToken } from "./fetched.js";
import { openLiveSource } from "./live-source.js";
import type { TablesReport } from "../../src/view/report/tables-report.js";
import type { ReportData } from "./report.js";
import type { Source } from "./source.js";
import { SplitSource } from "./split-source.js";
import { embeddedTables, LiveTables, type TablesSource } from "./tables-source.js";

const schemaVersion = 1;

/** What the page is about. */
export type Opened =
  | { readonly kind: "campaign"; readonly source: Source }
  | { readonly kind: "tables"; readonly source: TablesSource };

/** The data that lie in the page, or those of the server that it came from; errors have messages for the reader. */
export async function openData(): Promise<Opened> {
  const data = await embeddedData();
  const live = "live" in data ? data.live : undefined;
  if (live !== undefined) hideToken();
  if (live === "campaign") return { kind: "campaign", source: await openLiveSource() };
  if (live === "tables") return { kind: "tables", source: await LiveTables.open() };
  if (!isReport(data)) throw new Error(`The data in this page is not a report of schema version ${schemaVersion}.`);
  if ("curves" in data) return { kind: "tables", source: embeddedTables(data) };
  return { kind: "campaign", source: "reduced" in data ? new SplitSource(data) : new EmbeddedSource(data) };
}

async function embeddedData(): Promise<object> {
  const element = document.getElementById("assay-data");
  const text = element?.textContent ?? "";
  if (text === "")
    throw new Error("This page has no data in it. `assay report DIR -o report.html` makes one that has.");
  const data: unknown = JSON.parse(element?.dataset["encoding"] === "gzip" ? await unpacked(text) : text);
  return typeof data === "object" && data !== null ? data : {};
}

function isReport(data: object): data is ReportData | SplitReport | TablesReport {
  return "schema_version" in data && data.schema_version === schemaVersion;
}
