// `npm run pictures`: draws docs/pictures/*.png anew, from campaigns that it measures itself on this machine's CPU into a
// temporary folder: a healthy one (the quickstart, also while it runs, and its exported tables), one with
// failures, a paired experiment.
// Needs Debian's chromium. With names, draws those alone: npm run pictures -- experiment report
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { build, install, root } from "./install.mjs";

const executablePath = "/usr/bin/chromium";
const assayMain = join(root, "dist", "cli", "main.js");
const pictures = join(root, "docs", "pictures");
const asked = process.argv.slice(2);

/** Layers that do not fit into their workers' budget, among some that do. */
const failures = `name: too-small
devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 1, runs: 5}}, memory: {budget: +520MiB}}
cases:
  - {op: moe, models: qwen3-30b-a3b, dtype: [fp32, int4], ep: [16, 32], tokens: [1, 2, 4, 8, 16]}
  - {op: moe, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: [1, 2, 4], workload: [balanced, {power_law: 1.2, draws: 1}]}
  - {op: moe, models: deepseek-v3, dtype: fp32, ep: 64, tokens: [1, 2, 4]}
`;

const wide = { width: 1280, height: 900 };

/** What is drawn: of which campaign, at which address, in which window; `whole`: as long as the page is. */
const drawn = [
  { name: "report", campaign: "report", address: "#/", window: wide, whole: true },
  { name: "campaign", campaign: "running", address: "#/", window: wide },
  { name: "cases", campaign: "quickstart", address: "#/cases", window: { width: 1280, height: 350 } },
  { name: "case", campaign: "quickstart", address: "case", window: wide },
  { name: "experiment", campaign: "leak-demo", address: "#/experiment", window: wide, whole: true },
  { name: "failures", campaign: "failures", address: "#/", window: wide },
  { name: "check", campaign: "quickstart", address: "#/check", window: { width: 1280, height: 820 } },
  { name: "rows", campaign: "tables", address: "#/rows", window: { width: 1280, height: 620 } },
  { name: "provenance", campaign: "quickstart", address: "#/provenance", window: { width: 1280, height: 700 } },
];

const wanted = drawn.filter(({ name }) => asked.length === 0 || asked.includes(name));
const folder = mkdtempSync(join(tmpdir(), "assay-pictures-"));
const started = [];

/** Runs `assay`; campaigns with failed cases end with 1. */
function assay(...args) {
  const { status } = spawnSync(process.execPath, [assayMain, ...args], {
    cwd: folder,
    stdio: ["ignore", 2, "inherit"],
  });
  if (status !== 0 && status !== 1) throw new Error(`assay ${args.join(" ")} ended with ${status}`);
}

function begin(...args) {
  const child = spawn(process.execPath, [assayMain, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, XDG_STATE_HOME: join(folder, "state") },
  });
  started.push(child);
  return child;
}

/** The address of the page of a campaign, which is served until the script ends. */
function serve(directory) {
  const child = begin("serve", directory);
  return new Promise((resolve) => child.stdout.once("data", (text) => resolve(String(text).trim())));
}

const measured = new Map();

/** The address of a campaign's page; measures the campaign when it is first asked for. */
async function pageOf(campaign) {
  if (!measured.has(campaign)) measured.set(campaign, await measure(campaign));
  return measured.get(campaign);
}

async function measure(campaign) {
  if (campaign === "report") {
    await pageOf("quickstart");
    assay("report", "quickstart", "-o", "report.html");
    return pathToFileURL(join(folder, "report.html")).href;
  }
  if (campaign === "tables") {
    await pageOf("quickstart");
    assay("export", "quickstart", "--to", campaign);
  } else if (campaign === "leak-demo") {
    assay("paired", shipped("leak-demo"), "--vary", "reclaim=never,after-success", "--dir", campaign);
  } else if (campaign === "failures") {
    writeFileSync(join(folder, "failures.yaml"), failures);
    assay("run", "failures.yaml", "--dir", campaign);
  } else if (campaign === "running") {
    begin("run", shipped("quickstart"), "--dir", campaign);
    while (!existsSync(join(folder, campaign, "journal.jsonl"))) await pause(50);
    await pause(20_000);
  } else {
    assay("run", shipped("quickstart"), "--dir", campaign);
  }
  return serve(campaign);
}

function shipped(name) {
  return join(root, "campaigns", `${name}.yaml`);
}

async function draw(browser, { name, campaign, address, window, whole = false }) {
  const url = await pageOf(campaign);
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: window, colorScheme });
    await page.goto(`${url}${address === "case" ? "" : address}`);
    await page.locator("main h1").waitFor();
    if (address === "case") await openThirdCase(page);
    if (address === "#/rows") await page.locator("tbody tr[data-index] th").first().waitFor();
    await pause(600);
    const path = join(pictures, `${name}${colorScheme === "dark" ? "-dark" : ""}.png`);
    await page.screenshot({ path, fullPage: whole });
    await page.close();
  }
}

async function openThirdCase(page) {
  await page.locator('table[aria-label="Cases"] th a').nth(2).click();
  await page.locator(".point-panel").waitFor();
}

if (!existsSync(executablePath)) {
  process.stderr.write(`${executablePath} is missing (Debian: apt-get install chromium)\n`);
  process.exit(2);
}
install();
build();
mkdirSync(pictures, { recursive: true });
try {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  for (const one of wanted) await draw(browser, one);
  await browser.close();
} finally {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
