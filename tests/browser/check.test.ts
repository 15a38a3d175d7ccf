// What a check found, drawn: in a report on tables, and in a campaign's.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkTables } from "../../src/tables/checks/check-tables.js";
import { settingsSchema } from "../../src/tables/checks/settings.js";
import { readTableFile } from "../../src/tables/import/read-table-file.js";
import { reportCheck } from "../../src/view/report/findings.js";
import { renderReport, renderTablesReport } from "../../src/view/report/page.js";
import { tablesReport } from "../../src/view/report/tables-report.js";
import { reportData } from "../fixtures/report-data.js";
import { gemmRows, parquetOf, tableOf } from "../unit/tables/tables.js";
import { seriousFindings } from "./accessibility.js";
import { complaintsOf, launchChromium, noChromium } from "./chromium.js";

const configFile = fileURLToPath(new URL("../../web/vite.config.ts", import.meta.url));
const sizes = [1, 2, 4, 8, 16, 32, 64, 128];
const calm = Object.fromEntries(sizes.map((size) => [size, 0.01 + size / 10_000]));

describe.skipIf(noChromium !== null)(
  `findings on a page${noChromium === null ? "" : `: skipped, ${noChromium}`}`,
  () => {
    let folder: string;
    let builtPage: string;
    let browser: Browser;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "assay-check-"));
      builtPage = join(folder, "web", "report.html");
      await build({ configFile, logLevel: "warn", build: { outDir: join(folder, "web") } });
      browser = await launchChromium();
    });

    afterAll(async () => {
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** One table with a spike and a repeated key, one that is a pointer. */
    async function found() {
      const rows = [
        ...gemmRows({ ...calm, 16: 0.09 }),
        ...gemmRows(calm, { n: 512 }),
        ...gemmRows({ 8: 0.02 }, { n: 512 }),
      ];
      const files: Readonly<Record<string, Uint8Array>> = {
        "gemm_perf.parquet": parquetOf(tableOf("gemm", rows)),
        "moe_perf.parquet": Buffer.from("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
      };
      const read = await Promise.all(
        Object.entries(files).map(async ([name, bytes]) => {
          await writeFile(join(folder, name), bytes);
          return readTableFile(join(folder, name));
        }),
      );
      return { read, result: checkTables(read, settingsSchema.parse({}), "2026-01-01") };
    }

    async function open(html: string, hash = ""): Promise<{ page: Page; complaints: readonly string[] }> {
      const path = join(await mkdtemp(join(folder, "page-")), "report.html");
      await writeFile(path, html);
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(`${pathToFileURL(path).href}${hash}`);
      return { page, complaints };
    }

    async function openTables(hash?: string) {
      const { read, result } = await found();
      return open(await renderTablesReport(tablesReport("tables", read, result), builtPage), hash);
    }

    test("a report on tables begins with the gravest finding and its evidence", async () => {
      const { page, complaints } = await openTables();
      expect(await page.locator("h1").innerText()).toBe("4 findings in 2 tables, 17 rows");
      expect(await page.locator(".finding-panel").innerText()).toMatch(
        /error unreadable[\s\S]*LFS pointer[\s\S]*version https:\/\/git-lfs[\s\S]*To do: fetch or copy the file again/,
      );
      expect(await page.locator('table[aria-label="Tables"]').innerText()).toMatch(/gemm[\s\S]*unattested|final/);
      expect(await seriousFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test("a chosen finding's curve is drawn with the point that is meant, and the value that stands there twice", async () => {
      const { page, complaints } = await openTables();
      await page.click('table[aria-label="Findings"] >> text=spike');
      await expect.poll(() => page.locator(".finding-panel h2").innerText()).toMatch(/spike$/);
      await expect.poll(() => page.locator(".evidence circle.bad").count()).toBe(1);
      expect(await page.locator(".evidence circle.bad title").textContent()).toBe("16: 90.0 µs");
      expect(await page.locator(".evidence circle.own").count()).toBe(sizes.length - 1);
      expect(await seriousFindings(page)).toEqual([]);
      await page.click('table[aria-label="Findings"] >> text=duplicate-keys');
      await expect.poll(() => page.locator(".finding-panel .legend").innerText()).toContain("the same keys again");
      expect(complaints).toEqual([]);
    });

    test("findings are narrowed by severity and by words", async () => {
      const { page } = await openTables();
      const rows = page.locator('table[aria-label="Findings"] tbody tr');
      await page.fill(".check input[type=search]", "spike 5120");
      await expect.poll(() => rows.count()).toBe(1);
      await page.fill(".check input[type=search]", "");
      await page.click(".check .filter button >> nth=0");
      await expect.poll(async () => (await rows.allInnerTexts()).every((text) => text.includes("error"))).toBe(true);
    });

    test("every curve of the tables can be looked at", async () => {
      const { page, complaints } = await openTables("#/curves");
      expect(await page.locator("h1").innerText()).toBe("2 curves");
      await page.fill(".check input[type=search]", "512");
      await expect.poll(() => page.locator(".finding-panel h2").innerText()).toBe("n 512");
      await expect.poll(() => page.locator(".evidence circle.own").count()).toBe(sizes.length);
      expect(complaints).toEqual([]);
    });

    test("a campaign's report has what a check finds in its points, one step from every view", async () => {
      const { read, result } = await found();
      const html = await renderReport({ ...reportData(), check: reportCheck(read, result) }, builtPage);
      const { page, complaints } = await open(html);
      await page.click("header >> text=Check");
      await expect.poll(() => page.locator("h1").innerText()).toBe("4 findings in 2 tables, 17 rows");
      expect(await page.locator(".evidence-cells, .evidence").count()).toBe(1);
      expect(complaints).toEqual([]);
    });
  },
);
