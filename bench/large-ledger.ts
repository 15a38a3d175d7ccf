import { mkdirSync } from "node:fs";
import { campaignPaths } from "../dist/campaign/campaign.js";
import { keyOf, shortKey } from "../dist/identity/keys.js";
import type { NewRecord } from "../dist/ledger/journal-record.js";
import { openJournal } from "../dist/ledger/journal-writer.js";
import type { RecordKind, Records } from "../dist/ledger/records.js";
import { moeCaseSchema } from "../dist/ops/moe/case.js";
import type { Plan, PlannedCase } from "../dist/plan/plan.js";

/** How large a ledger is made; every tenth case fails in its sweep. */
export interface LedgerSize {
  readonly points: number;
  readonly samples: number;
}

const sweep = [
  1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192,
  12288, 16384,
];
const models = ["mixtral-8x7b", "qwen3-30b-a3b", "deepseek-v3", "llama-4-scout", "gpt-oss-120b", "kimi-k2", "glm-4.5"];
const devices = ["gpu0", "gpu1", "gpu2", "gpu3", "gpu4", "gpu5", "gpu6", "gpu7"];
const failingShare = 10;
const GIB = 2 ** 30;

/** Writes the ledger of a campaign that was never run: as many cases of 27 points as the points need. */
export async function writeLargeLedger(directory: string, { points, samples }: LedgerSize): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const plan = planOf(Math.ceil(points / sweep.length));
  const journal = await openJournal(campaignPaths(directory).journal, { create: true });
  await journal.appendAll([
    record("campaign", { name: "large", assay: "0.1.0", fileText: "" }),
    record("plan", { plan }),
    record("session", { pid: 1, host: "nowhere", node: process.version, assay: "0.1.0" }),
    ...devices.map((device) => record("worker", worker(device))),
  ]);
  for (const [index, planned] of plan.cases.entries()) await journal.appendAll(attempt(planned, index, samples));
  await journal.appendAll([record("session-end", { reason: "finished" })]);
  await journal.close();
}

function record<Kind extends RecordKind>(kind: Kind, body: Records[Kind]): NewRecord {
  return { kind, body };
}

function planOf(cases: number): Plan {
  return {
    name: "large",
    devices: devices.map((name) => ({ name, runtime: "ort" as const })),
    policy: {
      timing: { kind: "fixed", warmup: 0, runs: 1 },
      reclaim: "after-success",
      memory: { budgetBytes: null, reachableLimitBytes: 2 ** 31, failedLayerShare: 0.1 },
      deadlines: { load: 60, build: 60, point: 60, case: null, factor: 10, floor: 60, grace: 5 },
      retry: {},
      remeasure: {},
    },
    cases: Array.from({ length: cases }, (_, index) => plannedCase(index)),
    refusals: [],
  };
}

function plannedCase(index: number): PlannedCase {
  const model = models[index % models.length] ?? "";
  const dtype = index % 3 === 0 ? "int4" : "fp32";
  const [tp, ep] = [2 ** (index % 4), 2 ** (index % 5)];
  const layer = moeCaseSchema.parse({
    op: "moe",
    runtime: "ort",
    callback: "moe",
    dtype,
    hidden: 4096,
    inter: 2048,
    experts: 64,
    topK: 8,
    tp,
    ep,
    activation: { function: "silu" },
    routing: {},
    workload: { distribution: "power_law", alpha: 1.2, draws: 1, seed: index },
  });
  return {
    key: keyOf(layer),
    name: `moe ${model} ${dtype} tp${tp} ep${ep} power_law_1.2 seed${index}`,
    models: [model],
    case: layer,
    coordinates: sweep.map((tokens) => ({ tokens })),
    weightBytes: GIB,
  };
}

function worker(device: string): Records["worker"] {
  return {
    worker: `${device}-1`,
    device,
    arm: null,
    runtime: "ort",
    pid: 1,
    versions: { node: process.version },
    facts: { memoryBytes: 180 * GIB },
    clock: { name: "none", resolutionNs: 1, costNs: 30 },
    memory: memory(GIB),
    limitBytes: null,
    loadSeconds: 1,
  };
}

function memory(bytes: number): Records["worker"]["memory"] {
  return {
    rssBytes: bytes,
    privateBytes: bytes,
    deviceAllocatedBytes: null,
    deviceReservedBytes: null,
    deviceFreeBytes: null,
    layersAlive: 0,
  };
}

/** An attempt from its start to its outcome. */
function attempt(planned: PlannedCase, index: number, samples: number): NewRecord[] {
  const device = devices[index % devices.length] ?? "";
  const identity = { attempt: `${shortKey(planned.key)}/1`, case: planned.key, arm: null };
  const fails = index % failingShare === failingShare - 1;
  const measured = fails ? planned.coordinates.slice(0, 20) : planned.coordinates;
  return [
    record("attempt", { ...identity, worker: `${device}-1`, device, points: sweep.length }),
    ...measured.map((coordinates, place) =>
      record("point", {
        ...identity,
        coordinates,
        point: point(coordinates, index * 31 + place, samples),
        askedTokens: null,
      }),
    ),
    record("outcome", {
      ...identity,
      outcome: fails ? "failed" : "passed",
      failure: fails ? failure(index) : null,
      failedAt: null,
      durationMs: 4_000,
      automaticCollections: 0,
      memory: { before: memory(GIB), afterReturn: memory(2 * GIB) },
      reclaim: fails
        ? null
        : {
            memory: memory(GIB + index * 1024),
            collectedObjects: null,
            durationMs: 12,
            automaticCollections: 0,
            error: null,
          },
    }),
  ];
}

function failure(index: number): Records["outcome"]["failure"] {
  const message =
    index % 20 === 9 ? "CUDA out of memory. Tried to allocate 2.00 GiB" : `no kernel for ${index % 7} groups`;
  return {
    class: index % 20 === 9 ? "out_of_memory" : "unsupported",
    message: `RuntimeError: ${message}`,
    error: { type: "RuntimeError", message, stack: `RuntimeError: ${message}\n    at build`, cause: null },
    exitCode: null,
    signal: null,
    lastOutput: "building the layer\n",
  };
}

function point(
  coordinates: Readonly<Record<string, number>>,
  seed: number,
  samples: number,
): Records["point"]["point"] {
  const tokens = coordinates["tokens"] ?? 1;
  const random = generator(seed);
  const latencyNs = 40_000 + 900 * tokens ** 0.97 * (1 + random());
  const noise = random() < 0.1 ? 0.3 : 0.01;
  return {
    series: [
      {
        draw: 0,
        warmupNs: [Math.round(latencyNs * 1.5)],
        samplesNs: Array.from({ length: samples }, () =>
          Math.round(latencyNs * (1 + noise * (random() + random() - 1))),
        ),
        collectedDuring: [],
        achievedTokens: Array.from({ length: 64 }, (_, expert) => Math.floor((tokens * 8) / 64) + (expert % 3)),
      },
    ],
    method: { clock: "device_events", cache: "warm", iterationsPerSample: 1 },
    kernel: "test/none",
    router: "native",
  };
}

/** Numbers in [0, 1), the same for a seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
