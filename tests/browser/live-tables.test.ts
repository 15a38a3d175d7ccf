import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServedPage } from "../e2e/served-page.js";
import { tableFolder } from "../e2e/table-folder.js";
import { seriousFindings } from "./accessibility.js";
import { complaintsOf, launchChromium, noChromium } from "./chromium.js";

describe.skipIf(noChromium !== null)(`tables on a page${noChromium === null ? "" : `: skipped, ${noChromium}`}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function open(
    options: BrowserContextOptions & { readonly hash?: string; readonly curves?: number } = {},
  ): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const { hash = "", curves = 40, ...contextOptions } = options;
    const served = await ServedPage.start(tableFolder(curves));
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page, new URL(served.url).origin);
    await page.goto(`${served.url}${hash}`);
    await page.locator("main h1").waitFor();
    return { page, complaints };
  }

  const heading = (page: Page) => page.locator("main h1").innerText();
  const rows = (page: Page) => page.locator('table[aria-label="Rows"] tbody tr[data-index]');

  test("findings come with their evidence drawn; a click shows another one", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => heading(page)).toMatch(/^\d+ findings? in 1 table, 480 rows$/);
    const panel = page.locator(".finding-panel");
    await expect.poll(() => panel.innerText()).toMatch(/spike[\s\S]*above its neighbours/);
    await expect.poll(() => panel.locator("svg circle.bad").count()).toBe(1);
    const other = page.locator('table[aria-label="Findings"] tbody tr').last();
    const said = await other.locator("td").nth(1).innerText();
    await other.click();
    await expect.poll(() => panel.locator("h2").innerText()).toContain(said);
    expect(complaints).toEqual([]);
  });

  test("rows are filtered as one types, ordered by a click, and their address can be shared", async () => {
    const { page, complaints } = await open();
    await page.click("header >> text=Rows");
    await expect.poll(() => heading(page)).toMatch(/moe_perf\.csv\s+480 rows$/);
    await page.fill("main input[type=search]", "fp8 num_tokens>=1024");
    await expect.poll(() => heading(page)).toMatch(/40 of 480 rows$/);
    await page.click('th button:has-text("latency")');
    await page.click('th button:has-text("latency")');
    await expect.poll(() => rows(page).first().innerText()).toMatch(/^481\s/);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/\?words=fp8\+num_tokens%3E%3D1024&sort=-latency$/);
    const { page: shared } = await open({ hash: new URL(page.url()).hash });
    await expect.poll(() => rows(shared).first().innerText()).toMatch(/^481\s/);
    expect(await shared.locator("main input[type=search]").inputValue()).toBe("fp8 num_tokens>=1024");
    expect(complaints).toEqual([]);
  });

  test("of many rows those in sight are asked for: scrolling to the end shows the last one", async () => {
    const { page, complaints } = await open({ curves: 1_000, hash: "#/rows" });
    await expect.poll(() => heading(page)).toMatch(/12,000 rows$/);
    expect(await rows(page).count()).toBeLessThan(100);
    await page.locator(".table-scroll").focus();
    await page.keyboard.press("End");
    await expect.poll(() => rows(page).last().innerText()).toMatch(/^12,001\s/);
    expect(complaints).toEqual([]);
  });

  test("all rows of a filter copy as tab-separated text", async () => {
    const { page } = await open({ hash: "#/rows", permissions: ["clipboard-read", "clipboard-write"] });
    await page.fill("main input[type=search]", "num_tokens=64");
    await expect.poll(() => heading(page)).toMatch(/40 of 480 rows$/);
    await page.click('button[aria-label="copy TSV of Rows"]');
    await expect.poll(() => page.locator(".table-head .copy [role=status]").innerText()).toBe("copied");
    const lines = (await page.evaluate<string>("navigator.clipboard.readText()")).trimEnd().split("\n");
    expect(lines).toHaveLength(41);
    expect(lines[0]).toMatch(/^row\tframework\tversion\t.*\tlatency$/);
  });

  test("curves are found by their words, and the chosen one is drawn", async () => {
    const { page, complaints } = await open();
    await page.click("header >> text=Curves");
    await expect.poll(() => heading(page)).toMatch(/^40 curves$/);
    await page.fill("main input[type=search]", "fp8 hidden_size 1408");
    await expect.poll(() => page.locator('table[aria-label="Curves"] tbody tr').count()).toBe(1);
    await expect.poll(() => page.locator(".finding-panel svg polyline.own").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test.each(["light", "dark"] as const)("axe finds nothing serious in any view of tables, %s", async (colorScheme) => {
    const { page } = await open({ colorScheme });
    await expect.poll(() => heading(page)).toMatch(/finding/);
    for (const address of ["#/", "#/curves", "#/rows"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
      await page.locator("tbody tr").first().waitFor();
      expect([address, ...(await seriousFindings(page))]).toEqual([address]);
    }
  });

  test.each([1280, 2560])("fits the width of %d px", async (width) => {
    const { page } = await open({ viewport: { width, height: 1000 } });
    await expect.poll(() => heading(page)).toMatch(/finding/);
    for (const address of ["#/", "#/curves", "#/rows"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
      await page.locator("tbody tr").first().waitFor();
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    }
  });
});
