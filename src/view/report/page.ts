import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { ReportData } from "./data.js";
import { isWhole, reducedCases, splitReport } from "./reduced-report.js";
import type { TablesReport } from "./tables-report.js";

/** The page that Vite built, beside the compiled product: `dist/web/report.html`. */
const builtPage = fileURLToPath(new URL("../../web/report.html", import.meta.url));

const dataTag = '<script type="application/json" id="assay-data">';
/** The data of a large report: gzip, in base64. */
const packedTag = '<script type="application/gzip" data-encoding="gzip" id="assay-data">';
/** Its cases, one a line, packed in the same way. */
const casesTag = '<script type="application/gzip" id="assay-cases">';
const howToBuild = "build it with `npx vite build -c web/vite.config.ts`";

/** The report page is missing or is not one that this version can fill; the message says how to build it. */
export class ReportPageError extends Error {
  override readonly name = "ReportPageError";
}

/**
 * The whole report as one self-contained HTML text: the built page with the campaign's data inside. A large campaign's
 * data are packed, and without the samples of points that have no flag.
 * @param pagePath The built page, where it does not lie beside the compiled product.
 * @throws ReportPageError when the page has not been built or has no place for the data.
 */
export async function renderReport(data: ReportData, pagePath = builtPage): Promise<string> {
  const page = await builtPageText(pagePath);
  if (isWhole(data)) return withData(page, data);
  const cases = reducedCases(data).map((one) => JSON.stringify(one));
  return replaceData(
    page,
    `${packedTag}${packed(splitReport(data))}</script>${casesTag}${packedText(cases.join("\n"))}`,
  );
}

/** A report on tables as one self-contained HTML text; as `renderReport`. */
export async function renderTablesReport(data: TablesReport, pagePath = builtPage): Promise<string> {
  const page = await builtPageText(pagePath);
  return isSmall(data) ? withData(page, data) : replaceData(page, packedTag + packed(data));
}

/** @throws ReportPageError when the page has not been built. */
export async function builtPageText(path = builtPage): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ReportPageError(`the report page has not been built (${path} cannot be read): ${howToBuild}`, {
      cause: error,
    });
  }
}

/** A built page with something for it to read inside. @throws ReportPageError when it has no place for that. */
export function withData(page: string, data: object): string {
  return replaceData(page, dataTag + embeddable(data));
}

/** Beyond so many points the data are packed. */
const PLAIN_POINTS = 5_000;

function isSmall({ check }: TablesReport): boolean {
  return check.tables.reduce((sum, { rows }) => sum + rows, 0) <= PLAIN_POINTS;
}

function replaceData(page: string, element: string): string {
  const start = page.indexOf(`${dataTag}</script>`);
  if (start < 0) throw new ReportPageError(`the report page has no place for the data: ${howToBuild}`);
  return page.slice(0, start) + element + page.slice(start + dataTag.length);
}

function packed(data: object): string {
  return packedText(JSON.stringify(data));
}

function packedText(text: string): string {
  return gzipSync(text).toString("base64");
}

/** JSON that no HTML parser can leave: `<` would open a tag, U+2028 and U+2029 end a line of script. */
function embeddable(data: object): string {
  return JSON.stringify(data).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
