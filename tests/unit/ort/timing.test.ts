import { expect, test } from "vitest";
import { CollectionWatch } from "../../../src/runtimes/ort/collection-watch.js";
import { takeSamples } from "../../../src/runtimes/ort/timing.js";

/** Makes V8 collect by itself: far more short-lived objects than its young generation holds. */
function litter(): number {
  let length = 0;
  for (let index = 0; index < 2_000_000; index += 1) length += [index, String(index)].length;
  return length;
}

test("warm-up runs come first and are kept apart", async () => {
  let runs = 0;
  const run = () => Promise.resolve((runs += 1));
  const { warmupNs, samplesNs } = await takeSamples(run, { kind: "fixed", warmup: 3, runs: 5 }, new CollectionWatch());
  expect([warmupNs.length, samplesNs.length, runs]).toEqual([3, 5, 8]);
  expect(samplesNs.every((ns) => Number.isInteger(ns) && ns > 0)).toBe(true);
});

test("an adaptive policy takes no more samples than it allows", async () => {
  const policy = { kind: "adaptive", warmup: 0, minRuns: 2, maxRuns: 20, maxSeconds: 10, targetCi: 1e-12 } as const;
  const { samplesNs } = await takeSamples(() => Promise.resolve(), policy, new CollectionWatch());
  expect(samplesNs).toHaveLength(20);
});

test("a collection that V8 does during a sample is booked on that sample, and no longer counts as one outside", async () => {
  const collections = new CollectionWatch();
  let runs = 0;
  const run = async () => void ((runs += 1) === 3 && litter());
  const { collectedDuring } = await takeSamples(run, { kind: "fixed", warmup: 0, runs: 4 }, collections);
  expect(collectedDuring).toEqual([2]);
  const before = collections.count();
  litter();
  await collections.takeDuring([]);
  expect(collections.count()).toBeGreaterThan(before);
  collections.restart();
  expect(collections.count()).toBe(0);
});
