import type { ReportData } from "./report.js";

const schemaVersion = 1;

/** The data that lies in the page; the message of the error is for the reader of the page. */
export function embeddedReport(): ReportData {
  const text = document.getElementById("assay-data")?.textContent ?? "";
  if (text === "")
    throw new Error("This page has no data in it. `assay report DIR -o report.html` makes one that has.");
  const data: unknown = JSON.parse(text);
  if (!isReport(data)) throw new Error(`The data in this page is not a report of schema version ${schemaVersion}.`);
  return data;
}

function isReport(data: unknown): data is ReportData {
  return typeof data === "object" && data !== null && "schema_version" in data && data.schema_version === schemaVersion;
}
