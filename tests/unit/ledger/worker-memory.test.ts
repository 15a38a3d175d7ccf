import { expect, test } from "vitest";
import { workerMemories } from "../../../src/ledger/worker-memory.js";
import { CampaignHistory, failureOf, hostMemory } from "../../fixtures/campaign-history.js";
import { experimentPlan, NEVER, ONCE } from "../../fixtures/experiment-plan.js";

const MIB = 2 ** 20;

function history(): CampaignHistory {
  const failure = failureOf("out_of_memory", "std::bad_alloc");
  return new CampaignHistory(experimentPlan(4))
    .worker("cpu0-1", { arm: NEVER, limitBytes: 2900 * MIB })
    .worker("cpu0-2", { arm: ONCE, facts: { memoryBytes: 8192 * MIB } })
    .attempt({ caseIndex: 0, arm: NEVER, memoryMib: [100, 915, null] })
    .attempt({ caseIndex: 0, arm: ONCE, worker: "cpu0-2", memoryMib: [100, 915, 140] })
    .attempt({ caseIndex: 1, arm: NEVER, memoryMib: [915, 1730, null] })
    .attempt({ caseIndex: 1, arm: ONCE, worker: "cpu0-2", memoryMib: [140, 955, 160] })
    .attempt({ caseIndex: 2, arm: NEVER, memoryMib: [1730, 2545, null] })
    .attempt({ caseIndex: 2, arm: ONCE, worker: "cpu0-2", memoryMib: [160, 975, 975], collectionFault: "broke" })
    .attempt({ caseIndex: 3, arm: NEVER, outcome: "failed", failure, memoryMib: [2545, 2545, null] })
    .worker("cpu0-3");
}

test("each worker has its own callbacks, in order, with their verdicts", () => {
  const [never, once, ...others] = workerMemories(history().fold);
  expect(others).toEqual([]);
  expect([never?.arm, never?.device, never?.startBytes, never?.limitBytes]).toEqual([
    NEVER,
    "cpu0",
    100 * MIB,
    2900 * MIB,
  ]);
  expect(never?.steps.map(({ verdict, failed }) => [verdict, failed])).toEqual([
    ["retained", false],
    ["retained", false],
    ["retained", false],
    [null, true],
  ]);
  expect(once?.steps.map(({ verdict }) => verdict)).toEqual(["cyclic", "cyclic", "retained"]);
});

test("the forecast counts what stayed after collections, against the budget or the machine's memory", () => {
  const [never, once] = workerMemories(history().fold);
  expect(never?.forecast).toEqual({ growthBytes: 815 * MIB, failsAtCallback: 4 });
  expect(once?.limitBytes).toBe(8192 * MIB);
});

test("a collection tells how long it took, and its fault", () => {
  const steps = workerMemories(history().fold)[1]?.steps ?? [];
  expect(steps.map(({ collection }) => [collection?.durationMs, collection?.error?.message])).toEqual([
    [20, undefined],
    [20, undefined],
    [20, "broke"],
  ]);
  expect(steps[2]?.memory.afterReclaim).toBeNull();
});

test("why a worker ended stands beside its memory", () => {
  const told = history().add("worker-end", {
    worker: "cpu0-1",
    device: "cpu0",
    reason: "no work is left",
    failure: null,
  });
  expect(workerMemories(told.fold).map(({ ended }) => ended)).toEqual(["no work is left", null]);
});

test("where neither budget nor machine is known there is no forecast", () => {
  const unknown = new CampaignHistory(experimentPlan(3)).worker("cpu0-1", { memory: hostMemory(100), arm: NEVER });
  for (const caseIndex of [0, 1, 2]) unknown.attempt({ caseIndex, arm: NEVER, memoryMib: [100, 900, null] });
  expect(workerMemories(unknown.fold).map(({ limitBytes, forecast }) => [limitBytes, forecast])).toEqual([
    [null, null],
  ]);
});
