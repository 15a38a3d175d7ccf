import { expect, test } from "vitest";
import type { Memory } from "../../src/protocol/facts.js";
import type { ReclaimPolicy } from "../../src/protocol/messages.js";
import { smallMoeCase } from "../fixtures/small-moe-case.js";
import { OrtWorker, runCommand } from "./ort-worker.js";

// 672 MiB of fp32 weights: gate, up and down of eight experts.
const layerCase = smallMoeCase({ hidden: 4096, inter: 1792 });
const weightBytes = 8 * 3 * 4096 * 1792 * 4;

// The memory ledger reads /proc: elsewhere it has no figures to judge.
const isElsewhere = process.platform !== "linux";

/** Runs a callback some times in one worker and gives the memory at each end: after the collection where there is one. */
async function memoryAtEnds(
  callback: string,
  { reclaim, times }: { reclaim: ReclaimPolicy; times: number },
): Promise<Memory[]> {
  const worker = await OrtWorker.loaded();
  const command = runCommand({ callback, case: layerCase, coordinates: [{ tokens: 1 }, { tokens: 4 }] });
  const ends: Memory[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    worker.say({ ...command, attempt: `attempt-${attempt}`, policy: { ...command.policy, reclaim } });
    ends.push((await worker.hears(reclaim === "never" ? "returned" : "reclaimed")).memory);
  }
  return ends;
}

/** Growth from each end to the next, in shares of the weights. */
function growth(ends: readonly Memory[]): number[] {
  const sizes = ends.map(({ privateBytes }) => privateBytes ?? NaN);
  return sizes.slice(1).map((size, index) => (size - (sizes[index] ?? NaN)) / weightBytes);
}

test.skipIf(isElsewhere)("the shipped callback stays flat over twelve layers", async () => {
  const ends = await memoryAtEnds("moe", { reclaim: "after-success", times: 12 });
  const first = ends[0]?.privateBytes ?? NaN;
  for (const { privateBytes, layersAlive } of ends) {
    expect(Math.abs((privateBytes ?? NaN) - first)).toBeLessThan(0.15 * weightBytes);
    expect(layersAlive).toBe(0);
  }
});

test.skipIf(isElsewhere)(
  "dropped sessions stay until they are collected: each adds its weights",
  { retry: 3 },
  async () => {
    const ends = await memoryAtEnds("demo/leaky-moe", { reclaim: "never", times: 6 });
    // V8 may collect a session by itself; such a run shows nothing and is taken again.
    expect(ends.map(({ layersAlive }) => layersAlive)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const share of growth(ends)) expect(share).toBeGreaterThanOrEqual(0.95);
  },
);

test.skipIf(isElsewhere)("one collection after each return frees the dropped sessions", async () => {
  const ends = await memoryAtEnds("demo/leaky-moe", { reclaim: "after-success", times: 4 });
  expect(ends.map(({ layersAlive }) => layersAlive)).toEqual([0, 0, 0, 0]);
  for (const share of growth(ends)) expect(share).toBeLessThan(0.15);
});
