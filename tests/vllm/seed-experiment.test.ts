import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallbackResult, ExperimentResult } from "../../src/experiment/findings.js";
import type { WorkerMemory } from "../../src/ledger/worker-memory.js";
import type { Memory } from "../../src/protocol/facts.js";
import type { ReportData } from "../../src/view/report/data.js";
import { assay, type Ended, journalRecords } from "../e2e/assay.js";
import { newPath } from "./campaign-folder.js";
import { isVllmMissing } from "./vllm-environment.js";

const MIB = 2 ** 20;
const WEIGHTS = 672 * MIB;
const SWEEP = 14;
const ARMS = ["reclaim=never", "reclaim=after-success"] as const;
const WORDS = /DefaultCPUAllocator: can't allocate memory/;

const campaign = fileURLToPath(new URL("../../campaigns/seed-experiment.yaml", import.meta.url));
const directory = newPath();
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface StatusAnswer {
  readonly experiment: ExperimentResult;
  readonly memory: readonly WorkerMemory[];
}

function bytesOf(memory: Memory | null | undefined): number {
  return memory?.privateBytes ?? Number.NaN;
}

async function answerOf<Answer>(...args: string[]): Promise<Answer> {
  return JSON.parse((await assay(...args, "--json")).stdout) as Answer;
}

describe.skipIf(isVllmMissing)("the experiment on a layer of vLLM's own", () => {
  let paired: Ended;
  let experiment: ExperimentResult;
  let memory: readonly WorkerMemory[];
  const callbacksOf = (arm: string): readonly CallbackResult[] =>
    experiment.callbacks.filter((callback) => callback.arm === arm);

  beforeAll(async () => {
    const vary = ["--vary", "reclaim=never,after-success", "--memory-budget", "+3000MiB", "--order", "interleaved"];
    paired = await assay("paired", campaign, ...vary, "--dir", directory, "--json");
    ({ experiment, memory } = await answerOf<StatusAnswer>("status", directory));
    process.stderr.write(`latency ${JSON.stringify(experiment.comparisons[0]?.latency)}\n`);
  }, 600_000);

  it("never collecting, completes three callbacks and fails the fourth in the framework's own words", () => {
    const callbacks = callbacksOf(ARMS[0]);
    expect(paired.exitCode).toBe(1);
    expect(callbacks.map(({ state }) => state)).toEqual(["done", "done", "done", "failed"]);
    expect(callbacks[3]?.failure).toEqual({ class: "out_of_memory", message: expect.stringMatching(WORDS) });
    expect(callbacks.map(({ verdict }) => verdict)).toEqual(["retained", "retained", "retained", null]);
  });

  it("collecting once after each return, completes four full sweeps", () => {
    const callbacks = callbacksOf(ARMS[1]);
    expect(callbacks.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    expect(callbacks.map(({ mediansMs }) => Object.keys(mediansMs).length)).toEqual([SWEEP, SWEEP, SWEEP, SWEEP]);
    expect(callbacks.map(({ verdict }) => verdict)).toEqual(["cyclic", "cyclic", "cyclic", "cyclic"]);
  });

  it("comes back after each collection to what it was after the first, within a tenth of the weights", () => {
    const [first, ...others] = callbacksOf(ARMS[1]).map((callback) => bytesOf(callback.memory?.afterReclaim));
    for (const bytes of others) expect(Math.abs(bytes - (first ?? Number.NaN))).toBeLessThanOrEqual(WEIGHTS / 10);
  });

  it("never holds more than 1.2 layers over what it had after load", () => {
    const start = memory.find(({ arm }) => arm === ARMS[1])?.startBytes ?? Number.NaN;
    for (const callback of callbacksOf(ARMS[1])) {
      expect(bytesOf(callback.memory?.afterReturn) - start).toBeLessThanOrEqual(1.2 * WEIGHTS);
    }
  });

  it("changes nothing of what is measured", () => {
    const [comparison] = experiment.comparisons;
    expect(comparison).toMatchObject({ arms: ARMS, cases: 3, latency: { cases: 3, pairs: 3 * SWEEP, margin: 0.1 } });
    expect(comparison).toMatchObject({ equalKeys: true, equalOrder: true, equalKernels: true, equalRouting: true });
    expect(comparison?.latency.verdict).not.toBe("different");
  });

  it("leaves both arms to the policy: Python collects nothing by itself, and the environment says so", () => {
    expect(experiment.callbacks.map(({ automaticCollections }) => automaticCollections)).toEqual(
      experiment.callbacks.map(() => 0),
    );
    const workers = journalRecords(directory).filter(({ kind }) => kind === "worker");
    expect(workers.map(({ versions }) => versions)).toEqual(
      ARMS.map(() => expect.objectContaining({ "gc.automatic": "off" })),
    );
  });

  it("is told as JSON, as text and on the page's data alike", async () => {
    const answer = JSON.parse(paired.stdout) as { readonly ended: string; readonly experiment: ExperimentResult };
    expect([answer.ended, answer.experiment]).toEqual(["finished", experiment]);
    const report = await answerOf<ReportData>("report", directory);
    expect(report.experiment?.comparisons).toEqual(experiment.comparisons);
    // Weights alone; what vLLM needs beside them while it packs them makes it fail one earlier.
    const [never, once] = report.memory?.map(({ forecast }) => forecast?.failsAtCallback) ?? [];
    expect([4, 5]).toContain(never);
    expect(once).toBeNull();
    const { stdout } = await assay("resume", directory);
    expect(stdout).toMatch(WORDS);
    expect(stdout).toContain("over 3 cases that both completed:\n  equal: keys, order, kernels, routing\n  latency: ");
    expect(stdout).toMatch(/\[reclaim=never\].*3 retained.*out of memory at callback [45]/);
    expect(stdout).toMatch(/\[reclaim=after-success\].*4 cyclic.*no growth in sight/);
  });
});
