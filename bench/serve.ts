// What a large campaign costs those who look at it: memory and time of the live page's server, time to the first picture
// and of a filter in Debian's Chromium, size of the report. Run: npm run build && npx tsx bench/serve.ts [--points 100000]
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { median } from "simple-statistics";
import { writeLargeLedger } from "./large-ledger.js";

const { values } = parseArgs({ options: { points: { type: "string", default: "100000" } } });
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const started: ChildProcess[] = [];
const tell = (text: string) => process.stdout.write(`${text}\n`);

/** Starts the server; its address comes before it has read the ledger. */
async function serve(directory: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [main, "serve", directory], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, XDG_STATE_HOME: join(folder, "state") },
  });
  started.push(child);
  const url = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(String(text).trim())),
  );
  return { child, url };
}

function memoryMib(child: ChildProcess): { readonly now: string; readonly peak: string } {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const mib = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024).toFixed(0);
  return { now: mib("VmRSS"), peak: mib("VmHWM") };
}

const isPainted =
  "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 600, 300).data.some((part) => part > 0)";

/** Seconds until the page has its heading and its curves. */
async function firstPicture(page: Page, url: string): Promise<number> {
  const start = performance.now();
  await page.goto(url);
  await page.locator("canvas").first().waitFor();
  while (!(await page.evaluate<boolean>(isPainted))) await pause(10);
  return (performance.now() - start) / 1000;
}

/** Milliseconds from a key press in the filter to the table that answers it, painted; the median of several. */
async function filterMs(page: Page): Promise<number> {
  await page.evaluate("location.hash = '#/cases'");
  await page.locator("input[type=search]").waitFor();
  return median(
    await page.evaluate<number[]>(`(async () => {
      const field = document.querySelector("input[type=search]");
      const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const times = [];
      for (const words of ["d", "deepseek", "deepseek int4", "seed1 int4 tp8", "", "qwen ep16", "nothing is so named", ""]) {
        const start = performance.now();
        field.value = words;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await painted();
        times.push(performance.now() - start);
      }
      return times;
    })()`),
  );
}

try {
  const directory = join(folder, "campaign");
  await writeLargeLedger(directory, { points: Number(values.points), samples: 30 });
  const ledgerMib = statSync(join(directory, "journal.jsonl")).size / 2 ** 20;
  tell(`ledger: ${values.points} points of 30 samples, ${ledgerMib.toFixed(0)} MiB`);

  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const start = performance.now();
  const { child, url } = await serve(directory);
  tell(`serve: address after ${((performance.now() - start) / 1000).toFixed(2)} s`);
  const cold = await firstPicture(await browser.newPage(), url);
  tell(`first picture ${cold.toFixed(2)} s after the address, the ledger being read meanwhile`);
  await pause(1_000);
  const page = await browser.newPage();
  const warm = [await firstPicture(page, url), await firstPicture(await browser.newPage(), url)];
  tell(`first picture of a server that has read it: ${warm.map((seconds) => seconds.toFixed(2)).join(" s, ")} s`);
  tell(`filter: ${(await filterMs(page)).toFixed(0)} ms`);
  const { now, peak } = memoryMib(child);
  tell(`server: ${now} MiB resident, ${peak} MiB at most`);
  child.kill();

  const file = join(folder, "report.html");
  const began = performance.now();
  spawnSync(process.execPath, [main, "report", directory, "-o", file]);
  const reportMb = statSync(file).size / 1e6;
  tell(`report: ${reportMb.toFixed(1)} MB, written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  tell(
    `first picture of the report: ${(await firstPicture(await browser.newPage(), pathToFileURL(file).href)).toFixed(2)} s`,
  );
  await browser.close();
} finally {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true });
}
