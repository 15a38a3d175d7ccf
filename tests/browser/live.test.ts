import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { assay, journalRecords, temporaryFolder } from "../e2e/assay.js";
import { campaignText } from "../e2e/callback-campaign.js";
import { startHeld } from "../e2e/held-campaign.js";
import { ServedPage } from "../e2e/served-page.js";
import { seriousFindings } from "./accessibility.js";
import { complaintsOf, launchChromium, noChromium, paintOf } from "./chromium.js";

describe.skipIf(noChromium !== null)(`the live page${noChromium === null ? "" : `: skipped, ${noChromium}`}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function open(served: ServedPage, hash = ""): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page, new URL(served.url).origin);
    await page.goto(`${served.url}${hash}`);
    await page.locator("main h1").waitFor();
    return { page, complaints };
  }

  test("takes the token out of the address, and keeps it out of its requests", async () => {
    const { directory, run } = await startHeld({ cases: 2 });
    const { page, complaints } = await open(await ServedPage.start(directory), "#/cases");
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/cases$/);
    await run.ended;
    await page.reload();
    await page.locator("main h1").waitFor();
    expect(complaints).toEqual([]);
  });

  test("shows points within a second of their record, what runs now, and the end of the run", async () => {
    const { directory, run, allow } = await startHeld({ cases: 12, points: 1 });
    const { page, complaints } = await open(await ServedPage.start(directory));
    await page.evaluate(watchForPoints);
    await expect.poll(() => page.locator(".link-mark").innerText()).toMatch(/running/);
    const devices = page.locator('table[aria-label="Devices"] tbody tr');
    await expect.poll(() => devices.first().innerText()).toMatch(/cpu0\s+moe mixtral-8x7b .*1 of 2, at 2 tokens/s);
    allow(24);
    await run.ended;
    await expect.poll(() => page.locator(".link-mark").innerText()).toMatch(/not running/);
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/complete$/);
    const seen = await page.evaluate<Record<string, number>>("window.seenAt");
    const delays = journalRecords(directory)
      .filter((record) => record.kind === "point" && String(record["n"]) in seen)
      .map((record) => (seen[String(record["n"])] ?? NaN) - Date.parse(String(record["t"])))
      .toSorted((left, right) => left - right);
    expect(delays.length).toBeGreaterThan(5);
    expect(delays[Math.floor(delays.length * 0.9)]).toBeLessThan(1_000);
    expect((await paintOf(page, 0)).colours).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  });

  test("goes on where it was when its server is killed and started again: no gap, no doubles", async () => {
    const { directory, run, allow } = await startHeld({ cases: 24, points: 6 });
    const state = temporaryFolder();
    const served = await ServedPage.start(directory, state);
    const { page, complaints } = await open(served);
    await page.evaluate(watchForPoints);
    await page.locator('table[aria-label="Last points"] tbody tr').nth(3).waitFor();
    allow(9);
    await page.locator('table[aria-label="Last points"] tbody tr').nth(8).waitFor();
    await served.kill("SIGKILL");
    await expect.poll(() => page.locator(".link-mark").innerText()).toMatch(/no connection/);
    // As many as the page can show at once come while no server is there.
    allow(20);
    await expect.poll(() => journalRecords(directory).filter(({ kind }) => kind === "point").length).toBe(20);
    await ServedPage.start(directory, state);
    await expect.poll(() => page.locator(".link-mark").innerText()).toMatch(/^● running/);
    await page.locator('table[aria-label="Last points"] tbody tr').nth(19).waitFor();
    allow(48);
    await run.ended;
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/complete$/);
    const points = journalRecords(directory).filter(({ kind }) => kind === "point");
    expect(await page.locator(".total-figures").innerText()).toContain(`${points.length} of ${points.length}`);
    const states = await page.locator('table[aria-label="Cases"] tbody tr').allInnerTexts();
    expect(states.every((text) => /2 of 2[\s\S]*done/.test(text))).toBe(true);
    // Each point was shown, also those of the time without a server; the table is gone once the run has ended.
    const seen = Object.keys(await page.evaluate<Record<string, number>>("window.seenAt")).map(Number);
    const awaited = points.map((record) => Number(record["n"])).filter((n) => n >= Math.min(...seen));
    expect(awaited.slice(0, -4).filter((n) => !seen.includes(n))).toEqual([]);
    // The browser itself complains of the server that is gone, and of nothing else.
    expect(
      complaints.filter(
        (text) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/.test(text),
      ),
    ).toEqual([]);
  });

  test("a case is followed while it is measured, with its samples and its worker's output", async () => {
    const { directory, run, allow } = await startHeld({ cases: 4, points: 7, prints: true });
    const { page, complaints } = await open(await ServedPage.start(directory));
    await page.locator('table[aria-label="Cases"] th a').last().click();
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/power_law_1\.4/);
    await expect.poll(() => page.locator(".case-summary").innerText()).toMatch(/partial\s+1 of 2 points/);
    allow(8);
    await run.ended;
    await expect.poll(() => page.locator(".case-summary").innerText()).toMatch(/● done\s+2 of 2 points/);
    await expect.poll(() => page.locator('table[aria-label="Points"] tbody tr').count()).toBe(2);
    await expect.poll(() => page.locator(".point-panel .samples circle").count()).toBe(1);
    await page.click("text=Last output of worker cpu0-1");
    await expect.poll(() => page.locator(".worker-output pre").innerText()).toMatch(/"kind":"alive"/);
    expect(complaints).toEqual([]);
  });

  test("the keyboard alone leads from the campaign to a case of the list, and back", async () => {
    const { directory, run } = await startHeld({ cases: 3 });
    await run.ended;
    const { page, complaints } = await open(await ServedPage.start(directory));
    await tabTo(page, "Cases");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/^Cases/);
    // The focus follows the heading by a frame.
    await expect.poll(() => page.locator("main h1:focus").count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.type("1.2");
    await expect.poll(() => page.locator('table[aria-label="All cases"] tbody tr').count()).toBe(1);
    await tabTo(page, "moe mixtral-8x7b fp32 tp8 power_law_1.2 draws1");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/power_law_1\.2/);
    await page.goBack();
    await expect.poll(() => page.locator("input").inputValue()).toBe("1.2");
    expect(complaints).toEqual([]);
  });

  test("each view of a campaign is a click away: its check, and what its points stand on", async () => {
    const { directory, run } = await startHeld({ cases: 3 });
    await run.ended;
    const { page, complaints } = await open(await ServedPage.start(directory));
    await expect.poll(() => page.locator(".standing").innerText()).toMatch(/qualification pending, publication draft/);
    await page.click("header >> text=Check");
    await expect.poll(() => page.locator("main h1").innerText()).toMatch(/ in 1 table, 6 rows$/);
    await page.click("header >> text=Provenance");
    await expect.poll(() => page.locator(".history .lane span").count()).toBeGreaterThan(2);
    const stands = page.locator('table[aria-label="What the points stand on"] tbody tr');
    expect(await stands.allInnerTexts()).toEqual([
      expect.stringMatching(/ort\s+cpu0[\s\S]*\s3\s+6\s+pending\s+counts/),
    ]);
    expect(await page.locator('table[aria-label="Decisions"]').innerText()).toMatch(/a run began, and ended: finished/);
    expect(complaints).toEqual([]);
  });

  test("an experiment, a failure and a campaign that was killed are told as they are", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "campaign.yaml");
    writeFileSync(
      file,
      campaignText({ module: "failing", callbacks: ["test/raises-after-building", "test/exits"], tp: 16 }),
    );
    await assay("paired", file, "--vary", "reclaim=never,after-success", "--dir", join(folder, "paired"));
    const { page, complaints } = await open(await ServedPage.start(join(folder, "paired")));
    expect(await page.locator(".failures").innerText()).toMatch(
      /4 failed cases, 2 findings[\s\S]*LayerFault[\s\S]*assay resume .* --only f-[0-9a-f]{8}/,
    );
    await page.click("header >> text=Experiment");
    await expect.poll(() => page.locator("main h1").innerText()).toBe("reclaim: never against after-success");
    expect(await page.locator("main").innerText()).toMatch(/callback error[\s\S]*No case that both arms completed/);
    expect(complaints).toEqual([]);
  });

  test("axe finds nothing serious in any view of a campaign that runs", async () => {
    const { directory } = await startHeld({ cases: 40, points: 60 });
    const { page } = await open(await ServedPage.start(directory));
    await page.locator('table[aria-label="Last points"] tbody tr').first().waitFor();
    for (const address of ["#/", "#/cases", "#/check", "#/provenance"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
      await page.locator("main h1").waitFor();
      expect([address, ...(await seriousFindings(page))]).toEqual([address]);
    }
  });

  test("without its token it says where the address is to be had", async () => {
    const { directory, run } = await startHeld({ cases: 1 });
    await run.ended;
    const served = await ServedPage.start(directory);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const answer = await page.goto(new URL("/", served.url).href);
    expect(answer?.status()).toBe(401);
    expect(await page.locator("body").innerText()).toMatch(/Open the address that `assay serve` printed/);
  });
});

/** Notes in the page when each point's record comes to be seen there. */
const watchForPoints = `(() => {
  const records = () => [...document.querySelectorAll('table[aria-label="Last points"] tbody th')]
    .map((head) => /record (\\d+)/.exec(head.title)?.[1])
    .filter((n) => n !== undefined);
  const before = new Set(records());
  window.seenAt = {};
  const look = () => {
    for (const n of records()) if (!before.has(n)) window.seenAt[n] ??= Date.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
})()`;

/** Presses Tab until something of this text has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await page.locator(":focus").innerText()) === text) return;
  }
  throw new Error(`60 presses of Tab did not reach ${text}`);
}
