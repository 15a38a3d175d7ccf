import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceCommand } from "../../src/campaign/device-command.js";
import { layerMemory } from "../../src/ledger/memory-verdict.js";
import { moeRunInputs } from "../../src/ops/moe/run-inputs.js";
import type { PlannedCase } from "../../src/plan/plan.js";
import { WorkerProcess } from "../../src/worker/worker-process.js";
import { Worker } from "../../src/worker/worker.js";
import { CampaignFolder, newPath, shippedCampaign } from "./campaign-folder.js";
import { isVllmMissing } from "./vllm-environment.js";
import { moeOf } from "../fixtures/moe-of.js";

const DEADLINE_SECONDS = 600;

describe.skipIf(isVllmMissing)("all cases twice in one worker", () => {
  const { plan } = new CampaignFolder(shippedCampaign);
  const cases = plan.cases.filter(({ case: layer }) => moeOf(layer).dtype === "bf16");
  const largestBytes = Math.max(...cases.map(({ weightBytes }) => weightBytes));
  const scratchDir = newPath();
  const { signal } = new AbortController();
  let worker: Worker;

  beforeAll(async () => {
    const [device] = plan.devices;
    if (!device) throw new Error("the campaign has no device");
    mkdirSync(scratchDir);
    worker = await Worker.start({
      open: (onData) => new WorkerProcess(deviceCommand(device), join(scratchDir, "worker.log"), onData),
      device: { name: device.name, threads: 2 },
      scratchDir,
      loadSeconds: DEADLINE_SECONDS,
      graceSeconds: 5,
      signals: { stop: signal, ending: signal },
    });
  }, DEADLINE_SECONDS * 1000);

  afterAll(async () => {
    await worker?.stop();
    rmSync(scratchDir, { recursive: true, force: true });
  });

  /** Runs a case at two points; its memory once collected, in bytes. */
  async function memoryAfter(planned: PlannedCase): Promise<number> {
    const coordinates = [{ tokens: 1 }, { tokens: 8 }];
    const end = await worker.run(
      {
        attempt: planned.key,
        callback: planned.case.callback,
        case: planned.case,
        coordinates,
        policy: { timing: { kind: "fixed", warmup: 1, runs: 1 }, reclaim: "after-success" },
        inputs: { ...moeRunInputs(moeOf(planned.case), coordinates) },
      },
      {
        deadlines: { caseSeconds: DEADLINE_SECONDS, pointSeconds: () => DEADLINE_SECONDS },
        listener: { measuring: () => {}, point: () => {}, row: () => null },
      },
    );
    expect(end.failure).toBeNull();
    return (end.reclaimed && layerMemory(end.reclaimed.memory)) ?? Number.NaN;
  }

  async function pass(): Promise<number> {
    let last = Number.NaN;
    for (const planned of cases) last = await memoryAfter(planned);
    return last;
  }

  it("end within 5 % of the largest layer of where the first pass ended", { timeout: 900_000 }, async () => {
    const [first, second] = [await pass(), await pass()];
    process.stderr.write(
      `after the first pass ${first} bytes, after the second ${second}; largest layer ${largestBytes}\n`,
    );
    expect(Math.abs(second - first) / largestBytes).toBeLessThan(0.05);
  });
});
