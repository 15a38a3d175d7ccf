import { beforeAll, describe, expect, it } from "vitest";
import type { WorkerMemory } from "../../src/ledger/worker-memory.js";
import { assay } from "../e2e/assay.js";
import { CampaignFolder } from "./campaign-folder.js";
import { isZenMissing } from "./vllm-environment.js";

const WEIGHTS = 336 * 2 ** 20;

// zentorch keeps a layer's weights, and twice as much beside them, where Python's collector does not look.
describe.skipIf(isZenMissing())("layers that no collection gives back", () => {
  const campaign = new CampaignFolder({
    devices: [{ name: "cpu0", runtime: "vllm", environment: "vllm-cpu-zen", freeze: true }],
    policy: { timing: { fixed: { warmup: 1, runs: 1 } }, memory: { reachable_limit: "1500MiB" } },
    cases: [
      {
        op: "moe",
        runtime: "vllm",
        models: "mixtral-8x7b",
        dtype: "bf16",
        tp: 8,
        tokens: [1, 8],
        workload: ["balanced", { power_law: [1.01, 1.2, 1.5], draws: 1 }],
      },
    ],
  });
  let workers: readonly WorkerMemory[] = [];
  let exitCode: number | null = null;
  let text = "";

  beforeAll(async () => {
    ({ exitCode } = await campaign.run());
    const { stdout } = await assay("status", campaign.directory, "--json");
    ({ memory: workers } = JSON.parse(stdout) as { memory: typeof workers });
    ({ stdout: text } = await assay("status", campaign.directory));
  }, 600_000);

  it("pass all the same", () => {
    expect(exitCode).toBe(0);
    expect(campaign.records("outcome").map(({ outcome }) => outcome)).toEqual(campaign.plan.cases.map(() => "passed"));
    expect(new Set(campaign.records("point").map(({ point }) => point.kernel.split("/").at(-1)))).toEqual(
      new Set(["zentorch"]),
    );
  });

  it("stay after the collection, with more than their weights: reachable", () => {
    const steps = workers.flatMap((worker) => worker.steps);
    expect(steps.map(({ verdict }) => verdict)).toEqual(campaign.plan.cases.map(() => "reachable"));
    for (const { memory } of steps) {
      const kept = (memory.afterReclaim?.privateBytes ?? Number.NaN) - (memory.before.privateBytes ?? Number.NaN);
      expect(kept).toBeGreaterThan(2 * WEIGHTS);
      expect(memory.afterReclaim?.layersAlive).toBe((memory.before.layersAlive ?? Number.NaN) + 1);
    }
  });

  it("have their worker replaced past the limit", () => {
    expect(workers.map((worker) => worker.steps.length)).toEqual([2, 2]);
    expect(workers[0]?.ended).toContain("memory that no collection gives back grew to");
  });

  it("are told without a word of a collection that helped", () => {
    expect(text).toContain("2 reachable");
    expect(text).not.toMatch(/cyclic|released/);
  });
});
