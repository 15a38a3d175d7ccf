import { beforeAll, describe, expect, it } from "vitest";
import { assay } from "../e2e/assay.js";
import { CampaignFolder } from "./campaign-folder.js";
import { isVllmMissing } from "./vllm-environment.js";

const layer = { op: "moe", runtime: "vllm", dtype: "bf16", tokens: [1, 2] };

describe.skipIf(isVllmMissing)("numbers that are wrong", () => {
  // The plan refuses ep on a CPU; a device that calls itself a GPU is the way past it.
  const campaign = new CampaignFolder({
    devices: [{ name: "cpu0", runtime: "vllm", environment: "vllm-cpu", kind: "gpu", freeze: true }],
    policy: { timing: { fixed: { warmup: 1, runs: 1 } }, memory: { budget: "5GiB" } },
    cases: [
      { ...layer, models: "deepseek-v3", tp: 2 },
      { ...layer, models: "llama-4-scout", ep: 2 },
      { ...layer, models: "mixtral-8x7b", tp: 8 },
    ],
  });
  let groups: { readonly class: string; readonly message: string; readonly cases: readonly unknown[] }[] = [];

  beforeAll(async () => {
    await campaign.run();
    const { stdout } = await assay("status", campaign.directory, "--json");
    ({ failureGroups: groups } = JSON.parse(stdout) as { failureGroups: typeof groups });
  }, 600_000);

  it("are caught by the check against the reference, apart from memory that ran out", () => {
    const outcomes = campaign.records("outcome").map((record) => record.failure?.class ?? record.outcome);
    expect(outcomes).toEqual(["out_of_memory", "callback_error", "passed"]);
    expect(groups.map((group) => group.class).toSorted()).toEqual(["callback_error", "out_of_memory"]);
  });

  it("are named", () => {
    const [wrong] = campaign.records("outcome").filter(({ failure }) => failure?.class === "callback_error");
    expect(wrong?.failure?.message).toMatch(/differs from the reference|out of bounds|IndexError/);
  });
});
