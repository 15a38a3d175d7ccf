import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ReportData } from "./data.js";

/** The page that Vite built, beside the compiled product: `dist/web/report.html`. */
const builtPage = fileURLToPath(new URL("../../web/report.html", import.meta.url));

const dataTag = '<script type="application/json" id="assay-data">';
const howToBuild = "build it with `npx vite build -c web/vite.config.ts`";

/** The report page is missing or is not one that this version can fill; the message says how to build it. */
export class ReportPageError extends Error {
  override readonly name = "ReportPageError";
}

/**
 * The whole report as one self-contained HTML text: the built page with the campaign's data inside.
 * @param pagePath The built page, where it does not lie beside the compiled product.
 * @throws ReportPageError when the page has not been built or has no place for the data.
 */
export async function renderReport(data: ReportData, pagePath = builtPage): Promise<string> {
  const page = await readPage(pagePath);
  const start = page.indexOf(`${dataTag}</script>`);
  if (start < 0) throw new ReportPageError(`${pagePath} has no place for the data: ${howToBuild}`);
  const at = start + dataTag.length;
  return page.slice(0, at) + embeddable(data) + page.slice(at);
}

async function readPage(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ReportPageError(`the report page has not been built (${path} cannot be read): ${howToBuild}`, {
      cause: error,
    });
  }
}

/** JSON that no HTML parser can leave: `<` would open a tag, U+2028 and U+2029 end a line of script. */
function embeddable(data: ReportData): string {
  return JSON.stringify(data).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
