// What a large campaign and a large table cost those who look at them: memory and time of the live page's server, time to
// the first picture and of a filter in Debian's Chromium, size of the report.
// Run: npm run bench:serve [-- --points 100000 --rows 260000]
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { median } from "simple-statistics";
import { writeLargeLedger } from "./large-ledger.js";
import { writeLargeTable } from "./large-table.js";

const { values } = parseArgs({
  options: { points: { type: "string", default: "100000" }, rows: { type: "string", default: "260000" } },
});
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const started: ChildProcess[] = [];
const tell = (text: string) => process.stdout.write(`${text}\n`);

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  /** From the start of the process to its address, which comes before it has read anything. */
  readonly seconds: number;
}

async function serve(path: string): Promise<Served> {
  const start = performance.now();
  const child = spawn(process.execPath, [main, "serve", path], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, XDG_STATE_HOME: join(folder, "state") },
  });
  started.push(child);
  const url = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(String(text).trim())),
  );
  return { child, url, seconds: (performance.now() - start) / 1000 };
}

function memoryMib(child: ChildProcess): { readonly now: string; readonly peak: string } {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const mib = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024).toFixed(0);
  return { now: mib("VmRSS"), peak: mib("VmHWM") };
}

/** Notes in the page itself when something is on its first canvas: asking from outside would wait for its turn. */
const watchForPaint = `(function look() {
  const canvas = document.querySelector("canvas");
  const pixels = canvas?.getContext("2d").getImageData(0, 0, 600, 300).data;
  if (pixels?.some((part) => part > 0)) window.paintedAt = Date.now();
  else requestAnimationFrame(look);
})()`;

/** A page that fails never paints. */
const MOST_MS = 60_000;

interface Pictures {
  /** Seconds until a new page has its heading and its curves. */
  readonly first: number;
  /** Seconds until it does not say any more that the journal is being read. */
  readonly whole: number;
}

async function firstPicture(browser: Browser, url: string): Promise<Pictures> {
  const page = await browser.newPage();
  await page.addInitScript(watchForPaint);
  const start = Date.now();
  await page.goto(url);
  let painted: number | null = null;
  while (painted === null) {
    if (Date.now() - start > MOST_MS) throw new Error(`no picture after ${MOST_MS / 1000} s`);
    await pause(50);
    painted = await page.evaluate<number | null>("window.paintedAt ?? null");
  }
  await page.locator(".run-reading").waitFor({ state: "detached" });
  const whole = Date.now() - start;
  await page.close();
  return { first: (painted - start) / 1000, whole: whole / 1000 };
}

interface Filtered {
  readonly address: string;
  readonly words: readonly string[];
  /** An expression that is true once the table answers `words` on the page. */
  readonly isAnswered: string;
}

/** Milliseconds from a key press in the filter to the table that answers it, painted: one a change of the words. */
async function filterMs(page: Page, { address, words, isAnswered }: Filtered): Promise<readonly number[]> {
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  await page.locator("tbody tr").first().waitFor();
  await page.locator("main input[type=search]").waitFor();
  await pause(500);
  return page.evaluate<number[]>(`(async () => {
    const field = document.querySelector("main input[type=search]");
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const times = [];
    for (const words of ${JSON.stringify(words)}) {
      const before = document.querySelector("main h1").innerText;
      const start = performance.now();
      field.value = words;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      do await painted(); while (!(${isAnswered}));
      times.push(performance.now() - start);
    }
    return times;
  })()`);
}

const told = ({ first, whole }: Pictures) =>
  whole - first < 0.05
    ? `${first.toFixed(2)} s later`
    : `${first.toFixed(2)} s later, all read ${whole.toFixed(2)} s later`;

const ms = (times: readonly number[]) =>
  `${median([...times]).toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(", ")})`;

async function campaign(browser: Browser): Promise<void> {
  const directory = join(folder, "campaign");
  await writeLargeLedger(directory, { points: Number(values.points), samples: 30 });
  const ledgerMib = statSync(join(directory, "journal.jsonl")).size / 2 ** 20;
  tell(`ledger: ${values.points} points of 30 samples, ${ledgerMib.toFixed(0)} MiB`);
  const cold = await serve(directory);
  const coldPicture = await firstPicture(browser, cold.url);
  tell(`without a snapshot: address after ${cold.seconds.toFixed(2)} s, first picture ${told(coldPicture)}`);
  await ended(cold);
  spawnSync(process.execPath, [main, "status", directory]);
  const { child, url, seconds } = await serve(directory);
  const picture = await firstPicture(browser, url);
  tell(`with a snapshot: address after ${seconds.toFixed(2)} s, first picture ${told(picture)}`);
  await pause(1_000);
  const warm = [await firstPicture(browser, url), await firstPicture(browser, url)];
  tell(`first picture of a server that has read it: ${warm.map(({ first }) => first.toFixed(2)).join(" s, ")} s`);
  const words = ["d", "deepseek", "deepseek int4", "seed1 int4 tp8", "", "qwen ep16", "nothing is so named", ""];
  const page = await browser.newPage();
  await page.goto(url);
  await page.locator("main h1").waitFor();
  tell(`filter: ${ms(await filterMs(page, { address: "#/cases", words, isAnswered: "true" }))}`);
  const { now, peak } = memoryMib(child);
  tell(`server: ${now} MiB resident, ${peak} MiB at most`);
  await ended({ child });
  await report(browser, directory);
}

async function report(browser: Browser, directory: string): Promise<void> {
  const file = join(folder, "report.html");
  const began = performance.now();
  spawnSync(process.execPath, [main, "report", directory, "-o", file]);
  const reportMb = statSync(file).size / 1e6;
  tell(`report: ${reportMb.toFixed(1)} MB, written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const picture = await firstPicture(browser, pathToFileURL(file).href);
  tell(`first picture of the report: ${picture.first.toFixed(2)} s`);
}

async function tables(browser: Browser): Promise<void> {
  const file = join(folder, "tables", "moe_perf.parquet");
  writeLargeTable(file, Number(values.rows));
  tell(`table: ${values.rows} rows, ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB`);
  const { child, url, seconds } = await serve(file);
  const page = await browser.newPage();
  const start = performance.now();
  const since = () => `${((performance.now() - start) / 1000).toFixed(2)} s`;
  await page.goto(url);
  await page.locator("main h1").waitFor();
  tell(`address after ${seconds.toFixed(2)} s, first picture ${since()} later, the table being read meanwhile`);
  await page.locator("main h1", { hasText: "finding" }).waitFor({ timeout: 120_000 });
  tell(`its findings ${since()} after the address`);
  const opened = performance.now();
  await page.goto(`${url}#/rows`);
  await page.locator("tbody tr[data-index] th").first().waitFor();
  tell(`first rows of a server that has read it: ${((performance.now() - opened) / 1000).toFixed(2)} s`);
  const words = ["fp8", "fp8_block num_tokens>=64", "balanced 4096", "", "nvfp4 moe_ep_size=8", "nothing is so named"];
  // The heading says how many rows there are, which differs from one of these to the next.
  const isAnswered = 'document.querySelector("main h1").innerText !== before';
  tell(`filter: ${ms(await filterMs(page, { address: "#/rows", words, isAnswered }))}`);
  const { now, peak } = memoryMib(child);
  tell(`server: ${now} MiB resident, ${peak} MiB at most`);
  await ended({ child });
}

function ended({ child }: Pick<Served, "child">): Promise<unknown> {
  const end = once(child, "close");
  child.kill();
  return end;
}

try {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  await campaign(browser);
  await tables(browser);
  await browser.close();
} finally {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true });
}
