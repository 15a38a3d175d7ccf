import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { renderReport, ReportPageError } from "../../../src/view/report/page.js";
import { caseSummary, unpackCase } from "../../../src/view/report/overview.js";
import type { EmbeddedReport, SplitReport } from "../../../src/view/report/reduced-report.js";
import { reportData } from "../../fixtures/report-data.js";

async function pagePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-page-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "report.html");
}

async function pageWith(text: string): Promise<string> {
  const path = await pagePath();
  await writeFile(path, text);
  return path;
}

function embedded(page: string): unknown {
  const [, json = ""] = /<script type="application\/json" id="assay-data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json);
}

test("the data lie in the page unchanged, and the page round them as it was", async () => {
  const path = await pageWith(
    '<p>before</p><script type="application/json" id="assay-data"></script><p>after $& $1</p>',
  );
  const page = await renderReport(reportData(), path);
  expect(embedded(page)).toEqual(reportData());
  expect(page).toMatch(/^<p>before<\/p><script .*<\/script><p>after \$& \$1<\/p>$/s);
});

test("no text in the data can leave its element", async () => {
  const data = reportData();
  const hostile = { ...data, campaign: { ...data.campaign, name: "</script><!-- $& $` \u2028 \u2029" } };
  const page = await renderReport(hostile, await pageWith('<script type="application/json" id="assay-data"></script>'));
  expect(page.match(/<\/?script/g)).toHaveLength(2);
  expect(page).not.toMatch(/<!--|[\u2028\u2029]/);
  expect(embedded(page)).toEqual(hostile);
});

test("a large campaign is packed, with the samples and the routing of flagged points alone", async () => {
  const data = reportData();
  const large = { ...data, totals: { ...data.totals, points: { ...data.totals.points, done: 5_001 } } };
  const page = await renderReport(large, await pageWith('<script type="application/json" id="assay-data"></script>'));
  const shown = JSON.parse(unpacked(page, 'data-encoding="gzip" id="assay-data"')) as SplitReport;
  const cases = unpacked(page, 'id="assay-cases"')
    .split("\n")
    .map((line) => JSON.parse(line) as EmbeddedReport["cases"][number]);
  expect(shown.reduced).toBe(true);
  expect(shown.cases.map(unpackCase)).toEqual(near(cases.map(caseSummary)));
  const [kept, left] = [cases.flatMap(({ points }) => points), data.cases.flatMap(({ points }) => points)];
  expect(kept.map(({ statistics }) => statistics)).toEqual(left.map(({ statistics }) => statistics));
  for (const [index, point] of kept.entries()) {
    const whole = left[index];
    const isFlagged = point.flags.length > 0;
    expect(point.samplesNs).toEqual(isFlagged ? whole?.samplesNs : []);
    expect(point.routing).toEqual(isFlagged ? whole?.routing : null);
  }
});

test("a page that was not built, or is none, is refused with the way to build it", async () => {
  const missing = await pagePath();
  await expect(renderReport(reportData(), missing)).rejects.toThrow(ReportPageError);
  await expect(renderReport(reportData(), missing)).rejects.toThrow(
    /has not been built .*npx vite build -c web\/vite.config.ts/,
  );
  await expect(renderReport(reportData(), await pageWith("<p></p>"))).rejects.toThrow(/no place for the data/);
});

/** What a large report's element holds. */
function unpacked(page: string, attributes: string): string {
  const [, base64 = ""] =
    new RegExp(`<script type="application/gzip" ${attributes}>(.*?)</script>`, "s").exec(page) ?? [];
  return gunzipSync(Buffer.from(base64, "base64")).toString("utf8");
}

/** The same, but for the digits that no clock reads. */
function near(value: unknown): unknown {
  if (typeof value === "number" && !Number.isInteger(value)) return expect.closeTo(value, 5) as unknown;
  if (Array.isArray(value)) return value.map(near);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, near(part)]));
}
