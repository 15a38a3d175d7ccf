import { EmbeddedSource } from "./embedded-source.js";
import { openLiveSource } from "./live-source.js";
import type { ReportData } from "./report.js";
import type { Source } from "./source.js";

const schemaVersion = 1;

/** The data that lie in the page, or those of the server that it came from; errors have messages for the reader. */
export async function openSource(): Promise<Source> {
  const data = await embeddedData();
  if (isLive(data)) return openLiveSource();
  if (!isReport(data)) throw new Error(`The data in this page is not a report of schema version ${schemaVersion}.`);
  return new EmbeddedSource(data);
}

async function embeddedData(): Promise<unknown> {
  const element = document.getElementById("assay-data");
  const text = element?.textContent ?? "";
  if (text === "")
    throw new Error("This page has no data in it. `assay report DIR -o report.html` makes one that has.");
  return JSON.parse(element?.dataset["encoding"] === "gzip" ? await unpacked(text) : text);
}

/** The data of a large campaign: gzip, in base64. */
async function unpacked(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

function isLive(data: unknown): boolean {
  return typeof data === "object" && data !== null && "live" in data && data.live === true;
}

function isReport(data: unknown): data is ReportData {
  return typeof data === "object" && data !== null && "schema_version" in data && data.schema_version === schemaVersion;
}
