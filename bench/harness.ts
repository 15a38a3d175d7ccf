// What the harness itself costs: cases whose callback does nothing, every point durable, against a bare loop that
// appends the same bytes with the same number of syncs. Run: npm run bench:harness [-- --cases 1000]
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { beginOrReplan } from "../dist/campaign/begin.js";
import { Campaign, campaignPaths } from "../dist/campaign/campaign.js";
import { CampaignRun } from "../dist/campaign/run.js";
import { keyOf } from "../dist/identity/keys.js";
import { type MoeCase, moeCaseSchema } from "../dist/ops/moe/case.js";
import type { Plan, PlannedCase } from "../dist/plan/plan.js";

const { values } = parseArgs({ options: { cases: { type: "string", default: "1000" } } });
const caseCount = Number(values.cases);
const callbacks = fileURLToPath(new URL("./noop-callbacks.mjs", import.meta.url));

interface Result {
  readonly msPerCase: number;
  readonly bareMsPerCase: number;
  readonly records: number;
  readonly syncs: number;
  readonly bytes: number;
}

function plannedCase(index: number): PlannedCase {
  const layer: MoeCase = moeCaseSchema.parse({
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
  const coordinates = [1, 2, 4, 8].map((tokens) => ({ tokens }));
  return { key: keyOf(layer), name: `no-op ${index}`, models: ["none"], case: layer, coordinates, weightBytes: 0 };
}

function planOf(reclaim: "never" | "after-success"): Plan {
  return {
    name: "harness",
    devices: ["a", "b"].map((name) => ({ name, runtime: "ort" as const, callbacks })),
    policy: {
      timing: { kind: "fixed", warmup: 0, runs: 1 },
      reclaim,
      memory: { budgetBytes: null, reachableLimitBytes: 2 ** 31, failedLayerShare: 0.1 },
      deadlines: { load: 60, build: 60, point: 60, case: null, factor: 10, floor: 60, grace: 5 },
      retry: {},
      remeasure: {},
    },
    cases: Array.from({ length: caseCount }, (_, index) => plannedCase(index)),
    refusals: [],
  };
}

/** Runs a campaign; the clock runs from the first attempt to the last outcome, workers being loaded before. */
async function measure(reclaim: "never" | "after-success"): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), "assay-bench-"));
  try {
    const campaign = await Campaign.open(directory, { create: true });
    await beginOrReplan(campaign, planOf(reclaim), "");
    let first: number | null = null;
    let last = 0;
    const before = campaign.counters;
    const run = new CampaignRun(campaign, (event) => {
      if (event.kind === "attempt-started") first ??= performance.now();
      if (event.kind === "attempt-ended") last = performance.now();
    });
    const { counts } = await run.run();
    if (counts.points.done !== caseCount * 4) throw new Error(`${counts.points.done} points were measured`);
    const { records, batches, bytes } = campaign.counters;
    await campaign.close();
    const written = { records: records - before.records, syncs: batches - before.batches, bytes: bytes - before.bytes };
    const bareMs = bareLoop(campaignPaths(directory).journal, written, join(directory, "bare"));
    return { msPerCase: (last - (first ?? 0)) / caseCount, bareMsPerCase: bareMs / caseCount, ...written };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Appends the journal's last `bytes` in `syncs` equal parts, each synced. */
function bareLoop(journal: string, { bytes, syncs }: { bytes: number; syncs: number }, path: string): number {
  const content = readFileSync(journal).subarray(-bytes);
  const part = Math.ceil(content.length / syncs);
  const file = openSync(path, "w");
  const start = performance.now();
  for (let index = 0; index < syncs; index += 1) {
    writeSync(file, content.subarray(index * part, (index + 1) * part));
    fdatasyncSync(file);
  }
  const ms = performance.now() - start;
  closeSync(file);
  return ms;
}

/** Measures the harness and says what it costs a case, in ms. */
async function tell(reclaim: "never" | "after-success"): Promise<number> {
  const { msPerCase, bareMsPerCase, records, syncs, bytes } = await measure(reclaim);
  process.stdout.write(
    `reclaim ${reclaim}: ${msPerCase.toFixed(2)} ms a case (${caseCount} cases, 4 points each, 2 workers); ` +
      `${records} records, ${syncs} syncs, ${(bytes / 2 ** 20).toFixed(1)} MiB; ` +
      `bare loop ${bareMsPerCase.toFixed(2)} ms a case; ratio ${(msPerCase / bareMsPerCase).toFixed(2)}\n`,
  );
  return msPerCase;
}

const without = await tell("never");
const withIt = await tell("after-success");
process.stdout.write(`the collection after each return: ${(withIt - without).toFixed(2)} ms a case more\n`);
