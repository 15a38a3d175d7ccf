import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { keyOf } from "../../src/identity/keys.js";
import type { ReportData } from "../../src/view/report/data.js";
import { renderReport } from "../../src/view/report/page.js";
import { emptyReportData, experimentReportData, partialReportData, reportData } from "../fixtures/report-data.js";
import { seriousFindings } from "./accessibility.js";
import { complaintsOf, launchChromium, noChromium, paintOf } from "./chromium.js";

const configFile = fileURLToPath(new URL("../../web/vite.config.ts", import.meta.url));
const fixture = reportData();
const failedCase = fixture.cases.find((one) => one.state === "failed");

describe.skipIf(noChromium !== null)(`the report page${noChromium === null ? "" : `: skipped, ${noChromium}`}`, () => {
  let folder: string;
  let builtPage: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "assay-report-"));
    builtPage = join(folder, "web", "report.html");
    await build({ configFile, logLevel: "warn", build: { outDir: join(folder, "web") } });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    readonly complaints: readonly string[];
  }

  async function open(
    data: ReportData,
    options: BrowserContextOptions & { readonly hash?: string } = {},
  ): Promise<Opened> {
    const { hash = "", ...contextOptions } = options;
    const path = join(await mkdtemp(join(folder, "page-")), "report.html");
    await writeFile(path, await renderReport(data, builtPage));
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${pathToFileURL(path).href}${hash}`);
    return { page, complaints };
  }

  test("is one file that loads nothing else, with less than 150 kB of JavaScript", async () => {
    const page = await readFile(builtPage, "utf8");
    const scripts = [...page.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(([, code = ""]) => code.length);
    expect(scripts).toHaveLength(1);
    expect(scripts[0]).toBeLessThan(150_000);
    expect(page).not.toMatch(/(?:src|href)="(?!data:,|#)[^"$]+\.(?:js|css)"/);
  });

  test("shows the campaign, its failure first, and every case's curve", async () => {
    const { page, complaints } = await open(fixture);
    expect(await heading(page)).toMatch(/^quickstart\s+finished with failures$/);
    expect(await page.locator(".total-figures").innerText()).toMatch(/cases done\s*5 of 6/);
    expect(await page.locator("main > section").nth(1).innerText()).toMatch(/1 failed case\s+out of memory/);
    expect(await page.locator("table").first().locator("tbody tr").count()).toBe(6);
    const curves = await paintOf(page, 0);
    expect(curves.painted).toBeGreaterThan(0.01);
    expect(curves.colours).toBeGreaterThan(50);
    expect((await paintOf(page, 1)).colours).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  });

  test("names a curve that is pointed at, in the picture and in the table", async () => {
    const { page, complaints } = await open(fixture);
    await page.hover("tbody tr:nth-child(3)");
    await expect
      .poll(() => page.locator(".readout").first().innerText())
      .toMatch(/qwen3-30b-a3b fp32 .* 1\.04 ms at 1 token/s);
    const plot = await page.locator(".u-over").first().boundingBox();
    if (plot === null) throw new Error("the curves have no place on the page");
    await page.mouse.move(plot.x + plot.width - 24, plot.y + plot.height * 0.02);
    await expect.poll(() => page.locator("tbody tr.marked").innerText()).toMatch(/mixtral-8x7b int4/);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => heading(page)).toBe("moe mixtral-8x7b int4 tp4 balanced");
    expect(complaints).toEqual([]);
  });

  test("a click opens a case, and going back returns to the campaign", async () => {
    const { page, complaints } = await open(fixture);
    await page.click("text=moe deepseek-v3 int4 ep32 balanced");
    expect(await heading(page)).toBe("moe deepseek-v3 int4 ep32 balanced");
    expect(page.url()).toMatch(/#\/case\/[0-9a-f]{12}$/);
    expect((await paintOf(page, 0)).colours).toBeGreaterThan(20);
    expect(await page.locator(".point-panel").innerText()).toMatch(/1,024 tokens\s+634 ms[\s\S]*routing not as asked/);
    await page.goBack();
    await expect.poll(() => heading(page)).toMatch(/^quickstart/);
    expect(complaints).toEqual([]);
  });

  test("the keyboard alone reaches a case, one of its points, and the way back", async () => {
    const { page, complaints } = await open(fixture);
    await page.locator("th a").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => heading(page)).toBe("moe qwen3-30b-a3b fp32 ep8 balanced");
    await page.locator("button.place").last().focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(page.url()).toMatch(/\?tokens=256$/);
    expect(await page.locator(".point-panel h2").innerText()).toMatch(/^256 tokens/);
    await page.goBack();
    await expect.poll(() => heading(page)).toMatch(/^quickstart/);
    await expect.poll(() => page.locator(":focus").innerText()).toBe("moe qwen3-30b-a3b fp32 ep8 balanced");
    expect(complaints).toEqual([]);
  });

  test("an address leads straight to a point of a case; a wrong one says so", async () => {
    const key = fixture.cases[0]?.key.slice(0, 12);
    const { page } = await open(fixture, { hash: `#/case/${key}?tokens=4` });
    expect(await page.locator(".point-panel").innerText()).toMatch(/^4 tokens\s+13\.0 ms\s+noisy/);
    const { page: lost } = await open(fixture, { hash: "#/case/000000000000" });
    expect(await heading(lost)).toBe("Nothing here");
  });

  test("a failed case shows its error, with stack, cause and last output folded", async () => {
    const { page, complaints } = await open(fixture, { hash: `#/case/${failedCase?.key}` });
    const failures = page.locator(".failures");
    expect(await failures.innerText()).toMatch(/out of memory\s+Error: Non-zero status code .*std::bad_alloc/);
    expect(await failures.locator("pre").first().isVisible()).toBe(false);
    await failures.locator("summary").first().click();
    expect(await failures.locator("pre").first().innerText()).toMatch(/at measurePoint[\s\S]*caused by RangeError/);
    expect(complaints).toEqual([]);
  });

  test("an experiment shows both memory curves, outcomes side by side, checks and the ratio of latencies", async () => {
    const { page, complaints } = await open(experimentReportData(), { hash: "#/experiment" });
    expect(await heading(page)).toBe("reclaim: never against after-success");
    expect((await paintOf(page, 0)).colours).toBeGreaterThan(50);
    const callbacks = page.locator('table[aria-label="Callbacks in each arm"] tbody tr');
    expect(await callbacks.nth(0).innerText()).toMatch(/retained[\s\S]*done[\s\S]*cyclic/);
    expect(await callbacks.nth(3).innerText()).toMatch(/out of memory[\s\S]*done/);
    expect(await page.locator(".checks").innerText()).toMatch(/✓ keys equal[\s\S]*✕ routing differ/);
    expect(await page.locator(".comparison").innerText()).toMatch(
      /Latency is the same, by a margin of 10 %: ratio 1.001, 90 % interval 0.993 to 1.009, over 24 paired points/,
    );
    expect(await page.locator("circle.ratio").count()).toBe(24);
    expect(await page.locator('table[aria-label="Workers"]').innerText()).toMatch(
      /3 retained, 1 failed[\s\S]*at callback 4/,
    );
    expect(complaints).toEqual([]);
  });

  test("a case of an experiment is reached from its outcome, and has an address of its own", async () => {
    const { page, complaints } = await open(experimentReportData());
    await page.click("header >> text=Experiment");
    await page.click("text=out of memory");
    await expect.poll(() => heading(page)).toMatch(/\[reclaim=never\]$/);
    expect(page.url()).toMatch(/#\/case\/reclaim=never-[0-9a-f]{12}$/);
    await page.goBack();
    await expect.poll(() => heading(page)).toBe("reclaim: never against after-success");
    expect(complaints).toEqual([]);
  });

  test("a table copies as tab-separated text with full digits", async () => {
    const { page } = await open(fixture, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.click('button[aria-label="copy TSV of Cases"]');
    await expect.poll(() => page.locator(".table-head .copy [role=status]").first().innerText()).toBe("copied");
    const text = await page.evaluate<string>("navigator.clipboard.readText()");
    const [head, first] = text.split("\n");
    expect(head).toBe("case\tdtype\ttp\tep\tpoints\tat 1 token, ms\tat 1,024 tokens, ms\tflags\tstate");
    expect(first).toContain(`\t${fixture.cases[0]?.points[0]?.statistics.medianMs}\t`);
  });

  test("a head sorts its table", async () => {
    const { page } = await open(fixture);
    await page.click("text=at 1 token");
    expect(await page.locator("tbody th").first().innerText()).toMatch(/qwen3-30b-a3b int4/);
    expect(await page.locator("th[aria-sort=ascending]").innerText()).toMatch(/at 1 token/);
  });

  test.each([
    ["that has not begun", emptyReportData(), /not begun/, /No point has been measured yet/],
    ["that was interrupted", partialReportData(), /unfinished/, /◐ partial[\s\S]*○ missing/],
    [
      "without a case",
      { ...emptyReportData(), cases: [], totals: noTotals() },
      /no case planned/,
      /No point has been measured yet/,
    ],
  ])("a campaign %s is shown as far as it got", async (_name, data, state, text) => {
    const { page, complaints } = await open(data);
    expect(await heading(page)).toMatch(state);
    expect(await page.locator("main").innerText()).toMatch(text);
    for (const view of ["Provenance", "Glossary", "Campaign"]) await page.click(`header >> text=${view}`);
    expect(complaints).toEqual([]);
  });

  test("a name that looks like markup is a name", async () => {
    const name = "</script><img src=x onerror=alert(1)>";
    const { page, complaints } = await open({ ...fixture, campaign: { ...fixture.campaign, name } });
    expect(await heading(page)).toContain(name);
    expect(complaints).toEqual([]);
  });

  test("data of another version, and a page without data, say what they are", async () => {
    const { page } = await open({ ...fixture, schema_version: 2 as 1 });
    expect(await page.locator("body").innerText()).toMatch(/not a report of schema version 1/);
    await page.goto(pathToFileURL(builtPage).href);
    expect(await page.locator("body").innerText()).toMatch(/no data in it. `assay report DIR/);
  });

  test("of thousands of cases those in sight are drawn; a filter, an order and the keyboard reach all", async () => {
    const { page, complaints } = await open(manyCases(3_000), { hash: "#/cases" });
    const rows = page.locator('table[aria-label="All cases"] tbody tr[data-index]');
    expect(await page.locator("table").getAttribute("aria-rowcount")).toBe("3001");
    expect(await rows.count()).toBeLessThan(100);
    await page.locator("tbody th a").first().focus();
    await page.keyboard.press("End");
    await expect.poll(() => page.locator(":focus").innerText()).toMatch(/number 2999$/);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => page.locator(":focus").innerText()).toMatch(/number 29\d\d$/);
    await page.keyboard.press("Home");
    await expect.poll(() => page.locator(":focus").innerText()).toMatch(/number 0$/);
    await page.fill("input[type=search]", "deepseek number 17");
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/^Cases\s+\d+ of 3,000$/);
    await page.click("button:has-text('failed')");
    await page.click("th button:has-text('case')");
    await page.click("th button:has-text('case')");
    await expect.poll(() => rows.first().innerText()).toMatch(/deepseek-v3 fp32 .*number 2176/);
    expect(page.url()).toMatch(/#\/cases\?words=deepseek\+number\+17&state=failed&sort=-case$/);
    const { page: shared } = await open(manyCases(3_000), { hash: new URL(page.url()).hash });
    await expect.poll(() => shared.locator("tbody th").first().innerText()).toMatch(/number 2176$/);
    await page.locator("tbody th a").first().click();
    await expect.poll(() => heading(page)).toMatch(/number 2176$/);
    expect(complaints).toEqual([]);
  });

  const views = ["#/", "#/cases", "#/experiment", "#/provenance", "#/glossary"];

  test.each(["light", "dark"] as const)("axe finds nothing serious in any view, %s", async (colorScheme) => {
    const { page } = await open(fixture, { colorScheme });
    const { page: experiment } = await open(experimentReportData(), { colorScheme });
    const addresses = [...views, ...[0, 4].map((index) => `#/case/${fixture.cases[index]?.key}`)];
    for (const address of addresses) {
      const shown = address === "#/experiment" ? experiment : page;
      await shown.evaluate(`location.hash = ${JSON.stringify(address)}`);
      await shown.locator("main h1").first().waitFor();
      expect([address, ...(await seriousFindings(shown))]).toEqual([address]);
    }
  });

  test.each([1280, 2560])("follows the system's light and dark at %d px, and fits its width", async (width) => {
    const { page } = await open(fixture, { viewport: { width, height: 1000 }, colorScheme: "light" });
    const light = await page.screenshot();
    await page.emulateMedia({ colorScheme: "dark" });
    const ground = () => page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    expect(await ground()).toBe("rgb(20, 23, 26)");
    expect((await page.screenshot()).equals(light)).toBe(false);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  });
});

function heading(page: Page): Promise<string> {
  return page.locator("main h1").innerText();
}

/** A campaign of so many cases, those of the fixture over and over. */
function manyCases(count: number): ReportData {
  const cases = Array.from({ length: count }, (_, index): ReportData["cases"] => {
    const one = fixture.cases[index % fixture.cases.length];
    return one === undefined ? [] : [{ ...one, key: keyOf({ index }), name: `${one.name} number ${index}` }];
  });
  return { ...fixture, cases: cases.flat(), memory: [] };
}

function noTotals(): ReportData["totals"] {
  return {
    cases: { planned: 0, done: 0, failed: 0, left: 0 },
    points: { planned: 0, done: 0, flagged: 0 },
    callbackSeconds: 0,
  };
}
