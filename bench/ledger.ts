// What a large ledger costs: `status`, and a resume until its first case begins, on a campaign of 100,000 points with 30
// samples each, of which the last case is missing. Run: npm run build && tsx bench/ledger.ts [--points 100000]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { campaignPaths } from "../dist/campaign/campaign.js";
import { keyOf, shortKey } from "../dist/identity/keys.js";
import { openJournal } from "../dist/ledger/journal-writer.js";
import type { AttemptRecord, OutcomeRecord, PointRecord, WorkerRecord } from "../dist/ledger/records.js";
import { moeCaseSchema } from "../dist/ops/moe/case.js";
import type { Plan, PlannedCase } from "../dist/plan/plan.js";

const POINTS_A_CASE = 40;
const SAMPLES = 30;
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

const worker: WorkerRecord = {
  worker: WORKER,
  device: "a",
  arm: null,
  runtime: "ort",
  pid: 1,
  versions: {},
  facts: {},
  clock: { name: "made up", resolutionNs: 1, costNs: 1 },
  memory,
  loadSeconds: 1,
  limitBytes: null,
};

/** An attempt at a case, its points, its outcome: what one case adds to a journal. */
function recordsOf({ key, coordinates }: PlannedCase) {
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
  const points = coordinates.map(({ tokens }) => ({ kind: "point", body: pointOf(identity, tokens) }));
  return [{ kind: "attempt", body: attempt }, ...points, { kind: "outcome", body: outcome }];
}

function pointOf(identity: Pick<PointRecord, "attempt" | "case" | "arm">, tokens: number): PointRecord {
  const samplesNs = Array.from({ length: SAMPLES }, () => Math.round(1e6 * tokens * (1 + 0.02 * Math.random())));
  const series = { draw: 0, warmupNs: [], samplesNs, collectedDuring: [], achievedTokens: null };
  const method = { clock: "host", cache: "warm", iterationsPerSample: 1 } as const;
  const point = { series: [series], method, kernel: "bench/noop", router: null };
  return { ...identity, coordinates: { tokens }, point, askedTokens: null };
}

async function writeCampaign(directory: string): Promise<void> {
  const plan = planOf();
  const writer = await openJournal(campaignPaths(directory).journal, { create: true });
  await writer.append("campaign", { name: plan.name, assay: "bench", fileText: "" });
  await writer.append("plan", { plan });
  await writer.append("worker", worker);
  for (const planned of plan.cases.slice(0, caseCount)) await writer.appendAll(recordsOf(planned));
  await writer.close();
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

const directory = mkdtempSync(join(tmpdir(), "assay-bench-"));
try {
  await writeCampaign(directory);
  const { journal } = campaignPaths(directory);
  const { size } = statSync(journal);
  const points = caseCount * POINTS_A_CASE;
  const readStart = performance.now();
  readFileSync(journal);
  const readSeconds = (performance.now() - readStart) / 1000;
  const status = await secondsUntil(["status", directory], null);
  const json = await secondsUntil(["status", directory, "--json"], null);
  const firstCase = await secondsUntil(["resume", directory], /passed|done/);
  process.stdout.write(
    `${points} points of ${SAMPLES} samples: ${(size / 2 ** 20).toFixed(1)} MiB, ${(size / points).toFixed(0)} bytes a point; ` +
      `the file alone is read in ${readSeconds.toFixed(2)} s\n` +
      `status ${status.toFixed(2)} s, status --json ${json.toFixed(2)} s, first case of a resume after ${firstCase.toFixed(2)} s\n`,
  );
} finally {
  rmSync(directory, { recursive: true });
}
