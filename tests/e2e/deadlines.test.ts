import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { isLiving } from "./assay.js";
import { eachOnce, FieldCampaign, fieldCampaign, msBetween } from "./field-campaign.js";
import { callbackModule } from "./ort-worker.js";

/** The time from the last sign of life of an attempt, its second point's predecessor, to its outcome. */
function msUntilOutcome(campaign: FieldCampaign, index: number): number {
  const outcome = campaign.records("outcome")[index];
  const point = campaign.records("point").findLast(({ attempt }) => attempt === outcome?.attempt);
  if (!outcome || !point) throw new Error("the attempt has no outcome");
  return msBetween(point, outcome);
}

test("a worker stuck in native code that ignores TERM is gone within deadline, grace and a second", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2, policy: "deadlines: {point: 1.5, grace: 1}" }));
  await campaign.run({ 1: "hang" });
  expect(campaign.outcomes()[0]).toEqual([1, "failed", "timed_out"]);
  const ms = msUntilOutcome(campaign, 0);
  process.stdout.write(`deadline 1500 ms, grace 1000 ms: gone after ${ms} ms\n`);
  expect(ms).toBeGreaterThan(2450);
  expect(ms).toBeLessThan(2500 + 1000);
  expect(campaign.workerPids().some(isLiving)).toBe(false);
});

test("a callback that only waits ends by TERM: no grace is spent", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, policy: "deadlines: {point: 1, grace: 60}" }));
  await campaign.run({ 1: "idle" });
  expect(campaign.records("outcome")[0]?.failure).toMatchObject({ class: "timed_out", signal: "SIGTERM" });
});

test("a worker that is stopped (SIGSTOP) is caught by the point's deadline, and the rest runs", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2, policy: "deadlines: {point: 1, grace: 0.5}" }));
  await campaign.run({ 1: "stop" });
  expect(campaign.outcomes()).toEqual([
    [1, "failed", "timed_out"],
    [2, "passed", undefined],
  ]);
  expect(msUntilOutcome(campaign, 0)).toBeLessThan(2500);
  expect(campaign.workerPids().some(isLiving)).toBe(false);
});

test("a killed worker is noticed in under a second", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens: [1, 2] }));
  const run = campaign.start({ 1: "idle" });
  while ((await livingWorker(campaign)) === null) await pause(20);
  const killedAt = Date.now();
  process.kill(campaign.workerPids()[0] ?? 0, "SIGKILL");
  await run.ended;
  const [outcome] = campaign.records("outcome");
  const noticedMs = Date.parse(outcome?.t ?? "") - killedAt;
  process.stdout.write(`noticed after ${noticedMs} ms\n`);
  expect(outcome?.failure).toMatchObject({ class: "crashed", signal: "SIGKILL" });
  expect(noticedMs).toBeLessThan(1000);
});

/** Waits until the first point is durable: the worker then holds the second. */
async function livingWorker(campaign: FieldCampaign): Promise<number | null> {
  try {
    return campaign.records("point").length > 0 ? (campaign.workerPids()[0] ?? null) : null;
  } catch {
    // The journal is not there yet.
    return null;
  }
}

test("a case that makes progress and never ends is ended by the case's deadline; its points stay", async () => {
  const tokens = [1, 2, 3, 4, 5, 6, 7, 8];
  const campaign = new FieldCampaign(
    fieldCampaign({ cases: 2, tokens, policy: "deadlines: {case: 1.5, point: 60, grace: 0.5}" }),
  );
  await campaign.run({ 1: { fault: "slow", ms: 400, always: true } });
  expect(campaign.outcomes()).toEqual([
    [1, "failed", "timed_out"],
    [2, "passed", undefined],
  ]);
  const [outcome] = campaign.records("outcome");
  expect(outcome?.failure?.message).toBe("not done after 1.5 s (deadline `case`)");
  const points = campaign.records("point").filter(({ attempt }) => attempt === outcome?.attempt).length;
  expect(points).toBeGreaterThan(0);
  expect(points).toBeLessThan(8);
  expect((await campaign.resume({}, "--retry-failed")).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(2, tokens));
});

test("a layer that is never built is caught by the building's deadline", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, policy: "deadlines: {build: 1, grace: 0.5}" }));
  await campaign.run({ 1: { fault: "build", doing: "hang" } });
  const failure = campaign.records("outcome")[0]?.failure;
  expect(failure).toMatchObject({ class: "timed_out", message: "no progress for 1 s (deadline `build`)" });
});

test("a worker that never loads is caught by the load's deadline, three times, and its device stops", async () => {
  const devices = `[{name: cpu0, runtime: ort, callbacks: ${callbackModule("never-loads")}}]`;
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, devices, policy: "deadlines: {load: 1, grace: 0.5}" }));
  const { exitCode } = await campaign.run();
  expect(exitCode).toBe(3);
  expect(campaign.records("worker-end").map(({ failure }) => failure?.message)).toEqual(
    Array(3).fill("not loaded after 1 s (deadline `load`)"),
  );
});

test("learned: a point that takes far longer than the one before it grew by is given up", async () => {
  const campaign = new FieldCampaign(
    fieldCampaign({ cases: 1, policy: "deadlines: {factor: 2, floor: 1, grace: 0.5}" }),
  );
  await campaign.run({ 1: "hang" });
  expect(campaign.records("outcome")[0]?.failure?.message).toBe("no progress for 1 s (deadline `point`)");
});

test("what an orchestrator that was itself stopped finds in the pipe counts: no worker is given up for its parent's absence", async () => {
  const tokens = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens, policy: "deadlines: {point: 1, grace: 0.5}" }));
  const run = campaign.start({ 1: { fault: "slow", ms: 250, always: true } });
  while ((await livingWorker(campaign)) === null) await pause(20);
  run.child.kill("SIGSTOP");
  await pause(1500);
  run.child.kill("SIGCONT");
  expect((await run.ended).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(1, tokens));
});
