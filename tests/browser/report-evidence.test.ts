import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ReportCase, ReportData } from "../../src/view/report/data.js";
import type { ReportHistory } from "../../src/view/report/history.js";
import { renderReport } from "../../src/view/report/page.js";
import { reportData } from "../fixtures/report-data.js";
import { seriousFindings } from "./accessibility.js";
import { complaintsOf, launchChromium, noChromium, paintOf } from "./chromium.js";

const configFile = fileURLToPath(new URL("../../web/vite.config.ts", import.meta.url));
const fixture = reportData();
const [first] = fixture.cases;
if (first === undefined) throw new Error("the fixture has no cases");

describe.skipIf(noChromium !== null)(
  `what numbers rest on${noChromium === null ? "" : `: skipped, ${noChromium}`}`,
  () => {
    let folder: string;
    let browser: Browser;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "assay-report-"));
      await build({ configFile, logLevel: "warn", build: { outDir: join(folder, "web") } });
      browser = await launchChromium();
    });

    afterAll(async () => {
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function open(
      data: ReportData,
      hash: string,
    ): Promise<{ readonly page: Page; readonly complaints: string[] }> {
      const path = join(await mkdtemp(join(folder, "page-")), "report.html");
      await writeFile(path, await renderReport(data, join(folder, "web", "report.html")));
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(`${pathToFileURL(path).href}${hash}`);
      await page.locator("main h1").waitFor();
      return { page, complaints };
    }

    const withFirst = (one: ReportCase): ReportData => ({ ...fixture, cases: [one, ...fixture.cases.slice(1)] });

    test("a case on a device whose peaks are known has its roofline, and its share of them", async () => {
      const peaks = { device: "NVIDIA H200", flopPerSecond: 989e12, bytesPerSecond: 4.8e12, cacheBytes: 50 * 2 ** 20 };
      const points = first.points.map((point, index) => ({ ...point, work: [2e12 * (index + 1), 4e9] as const }));
      const { page, complaints } = await open(withFirst({ ...first, peaks, points }), `#/case/${first.key}`);
      expect(await page.locator(".sweep-pictures .legend").innerText()).toMatch(
        /arithmetic alone, on NVIDIA H200[\s\S]*memory alone, on NVIDIA H200/,
      );
      expect(await page.locator(".point-figures").innerText()).toMatch(
        /arithmetic\s+[\d.]+ TFLOP\/s, [\d.]+ % of peak/,
      );
      const drawn = await paintOf(page, 0);
      const { page: plain } = await open(fixture, `#/case/${first.key}`);
      expect(drawn.colours).not.toBe((await paintOf(plain, 0)).colours);
      expect(complaints).toEqual([]);
    });

    test("where the peaks are not known it says so, and draws nothing", async () => {
      const { page } = await open(fixture, `#/case/${first.key}`);
      expect(await page.locator(".sweep-pictures .legend").innerText()).toMatch(
        /no roofline: the peaks of .+ are not known/,
      );
      expect(await page.locator(".legend .bound").count()).toBe(0);
    });

    test("older points are marked in the list of cases, in the sweep and in its table", async () => {
      const points = first.points.map((point, index) => (index < 2 ? { ...point, standing: "older" as const } : point));
      const { page, complaints } = await open(withFirst({ ...first, points }), "#/cases");
      const row = page.locator('table[aria-label="All cases"] tbody tr').first();
      expect(await row.innerText()).toMatch(/8 of 8, 2 older/);
      await row.locator("th a").click();
      await expect.poll(() => page.locator('table[aria-label="Points"] tbody tr').first().innerText()).toMatch(/older/);
      expect(await page.locator('table[aria-label="Points"] tbody tr').last().innerText()).toMatch(/what counts/);
      expect(await page.locator(".sweep-pictures .legend").innerText()).toMatch(/older/);
      expect(complaints).toEqual([]);
    });

    test("sources and environments stand on a time line, with what was decided", async () => {
      const { page, complaints } = await open({ ...fixture, history }, "#/");
      await page.click("header >> text=Provenance");
      const lanes = page.locator(".history .lane");
      await expect.poll(() => lanes.nth(0).locator("span").allInnerTexts()).toEqual(["aaaaaaaaaaaa", "bbbbbbbbbbbb"]);
      expect(await lanes.nth(1).locator("span").count()).toBe(2);
      expect(await lanes.nth(2).innerText()).toMatch(/▸[\s\S]*✓[\s\S]*◆/);
      const stands = page.locator('table[aria-label="What the points stand on"] tbody tr');
      expect(await stands.nth(0).innerText()).toMatch(/aaaaaaaaaaaa[\s\S]*older/);
      expect(await stands.nth(1).innerText()).toMatch(/bbbbbbbbbbbb[\s\S]*passed\s+counts/);
      expect(await page.locator('table[aria-label="Decisions"]').innerText()).toMatch(
        /adoption\s+points of .* adopted until .*\s+ann/,
      );
      expect(await seriousFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test("the campaign says what its points may be used for", async () => {
      const publication = { state: "draft" as const, reasons: ["no qualification has passed"] };
      const standing = { qualification: "pending" as const, publication, olderPoints: 2 };
      const { page } = await open({ ...fixture, standing }, "#/");
      const line = page.locator(".standing");
      expect(await line.innerText()).toBe(
        "qualification pending, publication draft since no qualification has passed; 2 older points",
      );
      await line.locator("a").click();
      await expect.poll(() => page.locator("main h1").innerText()).toBe("Provenance");
    });

    test("a case of a large report is unpacked when it is opened", async () => {
      const { planned, flagged } = fixture.totals.points;
      const totals = { ...fixture.totals, points: { planned, done: 5_001, flagged } };
      const { page, complaints } = await open({ ...fixture, totals }, "#/");
      await page.click(`main >> text=${first.name}`);
      await expect.poll(() => page.locator('table[aria-label="Points"] tbody tr').count()).toBe(8);
      expect(await page.locator(".point-panel").innerText()).toMatch(/has the samples of flagged ones alone/);
      expect(complaints).toEqual([]);
    });
  },
);

const history: ReportHistory = {
  spans: [
    span("aaaaaaaaaaaa", "2025-10-14T08:00:00.000Z", "2025-10-14T09:00:00.000Z", "older"),
    span("bbbbbbbbbbbb", "2025-10-14T10:00:00.000Z", "2025-10-14T12:00:00.000Z", "counts"),
  ],
  decisions: [
    decision("2025-10-14T08:00:00.000Z", "session", "a run began, and ended: finished", "process 7 on node1"),
    decision("2025-10-14T10:30:00.000Z", "qualification", "q1 of bbbbbbbbbbbb, 4 callbacks each: passed", null),
    decision(
      "2025-10-14T11:00:00.000Z",
      "adoption",
      "points of cccccccccccc adopted until 2026-01-01: same kernel",
      "ann",
    ),
  ],
};

function span(
  closure: string,
  from: string,
  to: string,
  standing: ReportHistory["spans"][number]["standing"],
): ReportHistory["spans"][number] {
  const qualification = standing === "counts" ? "passed" : "pending";
  const what = { device: "cpu0", runtime: "ort", closure, environment: "eeeeeeeeeeee" };
  return { ...what, from, to, attempts: 3, points: 24, standing, qualification };
}

function decision(
  at: string,
  kind: ReportHistory["decisions"][number]["kind"],
  says: string,
  by: string | null,
): ReportHistory["decisions"][number] {
  return { at, kind, says, by };
}
