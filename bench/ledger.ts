// What a large ledger costs: `status`, `verify`, and a resume until its first case begins, on a campaign of 100,000
// points with 30 samples each, of which the last case is missing. Run: npm run build && tsx bench/ledger.ts [--points 100000]
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { beginOrReplan } from "../dist/campaign/begin.js";
import { Campaign, campaignPaths } from "../dist/campaign/campaign.js";
import { CampaignRun } from "../dist/campaign/run.js";
import { keyOf, shortKey } from "../dist/identity/keys.js";
import type { AttemptRecord, OutcomeRecord, PointRecord } from "../dist/ledger/records.js";
import { snapshotPath } from "../dist/ledger/snapshot.js";
import { moeCaseSchema } from "../dist/ops/moe/case.js";
import type { Plan, PlannedCase } from "../dist/plan/plan.js";

const POINTS_A_CASE = 40;
const SAMPLES = 30;
/** The worker that measures the first case. */
const WORKER = "a-1";

const { values } = parseArgs({ options: { points: { type: "string", default: "100000" } } });
const caseCount = Math.ceil(Number(values.points) / POINTS_A_CASE);
const callbacks = fileURLToPath(new URL("./noop-callbacks.mjs", import.meta.url));
const assay = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

function plannedCase(index: number): PlannedCase {
  const layer = moeCaseSchema.parse({
    op: "moe",
    runtime: "ort",
    callback: "bench/noop",
    dtype: "fp32",
    hidden: 64,
    inter: 64,
    experts: 8,
    topK: 2,
    activation: { function: "silu" },
    routing: {},
    workload: { distribution: "power_law", alpha: 1.2, draws: 1, seed: index },
  });
  const coordinates = Array.from({ length: POINTS_A_CASE }, (_, place) => ({ tokens: place + 1 }));
  return { key: keyOf(layer), name: `case ${index}`, models: ["none"], case: layer, coordinates, weightBytes: 0 };
}

function planOf(): Plan {
  return {
    name: "ledger",
    devices: [{ name: "a", runtime: "ort", callbacks }],
    policy: {
      timing: { kind: "fixed", warmup: 0, runs: SAMPLES },
      reclaim: "never",
      memory: { budgetBytes: null, reachableLimitBytes: 2 ** 31, failedLayerShare: 0.1 },
      deadlines: { load: 60, build: 60, point: 60, case: null, factor: 10, floor: 60, grace: 5 },
      retry: {},
      remeasure: { throttled: 2 },
    },
    cases: Array.from({ length: caseCount + 1 }, (_, index) => plannedCase(index)),
    refusals: [],
  };
}

const memory = {
  rssBytes: 2 ** 27,
  privateBytes: 2 ** 27,
  deviceAllocatedBytes: null,
  deviceReservedBytes: null,
  deviceFreeBytes: null,
  layersAlive: 0,
};

/** Writes an attempt at a case, its points, its outcome, as a run does. */
async function appendStory(campaign: Campaign, { key, coordinates }: PlannedCase): Promise<void> {
  const identity = { attempt: `${shortKey(key)}/1`, case: key, arm: null };
  const attempt: AttemptRecord = { ...identity, worker: WORKER, device: "a", points: coordinates.length };
  const outcome: OutcomeRecord = {
    ...identity,
    outcome: "passed",
    failure: null,
    failedAt: null,
    durationMs: 1,
    automaticCollections: 0,
    memory: { before: memory, afterReturn: memory },
    reclaim: null,
  };
  await Promise.all([
    campaign.append("attempt", attempt),
    ...coordinates.map(({ tokens }) => campaign.append("point", pointOf(identity, tokens ?? 1))),
    campaign.append("outcome", outcome),
  ]);
}

function pointOf(identity: Pick<PointRecord, "attempt" | "case" | "arm">, tokens: number): PointRecord {
  const samplesNs = Array.from({ length: SAMPLES }, () => sampleNs(tokens));
  const series = { draw: 0, warmupNs: [], samplesNs, collectedDuring: [], achievedTokens: null };
  const method = { clock: "host", cache: "warm", iterationsPerSample: 1 } as const;
  const point = { series: [series], method, kernel: "bench/noop", router: null };
  return { ...identity, coordinates: { tokens }, point, askedTokens: null };
}

/** A few per cent of noise with a long tail, as a shared machine has it. */
function sampleNs(tokens: number): number {
  const tail = Math.random() < 0.03 ? 0.5 * Math.random() : 0;
  return Math.round(1e6 * tokens * (1 + 0.02 * Math.random() + tail));
}

/** Measures the first case with a real worker, then makes up what the same worker measured of all others but the last. */
async function writeCampaign(directory: string): Promise<void> {
  const plan = planOf();
  const [first, ...others] = plan.cases;
  const campaign = await Campaign.open(directory, { create: true });
  await beginOrReplan(campaign, plan, "");
  const only = ({ key }: { readonly key: string }) => key === first?.key;
  const selection = { retryFailed: false, only, remeasure: [] };
  await new CampaignRun(campaign, () => {}, { selection, maxFailures: null, limitSeconds: null }).run();
  for (const planned of others.slice(0, -1)) {
    await appendStory(campaign, planned);
  }
  await campaign.close();
}

/** Runs a command and says after how many seconds it said a word, or ended where none is given. */
function secondsUntil(args: readonly string[], word: RegExp | null): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [assay, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve) => {
    let seconds: number | null = null;
    let output = "";
    const look = (chunk: Buffer) => {
      output += chunk.toString();
      if (word?.test(output)) seconds ??= (performance.now() - start) / 1000;
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.on("close", () => resolve(seconds ?? (performance.now() - start) / 1000));
  });
}

/** Snapshots are a cache: this is what it costs to be without one, and to make it. */
function withoutSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
  rmSync(snapshotPath(campaignPaths(directory).journal));
  return work();
}

const directory = mkdtempSync(join(tmpdir(), "assay-bench-"));
try {
  await writeCampaign(directory);
  // What the making of the ledger still has to write is no cost of those who read it.
  execFileSync("sync");
  const { size } = statSync(campaignPaths(directory).journal);
  const points = caseCount * POINTS_A_CASE;
  const snapshot = statSync(snapshotPath(campaignPaths(directory).journal));
  const seconds = {
    status: await secondsUntil(["status", directory], null),
    "status --json": await secondsUntil(["status", directory, "--json"], null),
    verify: await secondsUntil(["verify", directory], null),
    "first case of a resume": await secondsUntil(["resume", directory], /starting worker[^]*passed/),
    "status, the snapshot being lost": await withoutSnapshot(() => secondsUntil(["status", directory], null)),
  };
  const sizes = `${(size / 2 ** 20).toFixed(1)} MiB, ${(size / points).toFixed(0)} bytes a point; snapshot ${(snapshot.size / 2 ** 20).toFixed(1)} MiB`;
  process.stdout.write(`${points} points of ${SAMPLES} samples: ${sizes}\n`);
  for (const [what, taken] of Object.entries(seconds)) process.stdout.write(`${what}: ${taken.toFixed(2)} s\n`);
} finally {
  rmSync(directory, { recursive: true });
}
