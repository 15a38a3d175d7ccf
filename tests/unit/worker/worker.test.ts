import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReclaimPolicy } from "../../../src/protocol/messages.js";
import { Worker, WorkerStartFailed } from "../../../src/worker/worker.js";
import { reportOf, ScriptedChannel } from "./scripted-channel.js";

const KILLED = { code: null, signal: "SIGKILL" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate"] }));
afterEach(() => void vi.useRealTimers());

function open(stop = new AbortController(), ending = new AbortController()) {
  let channel: ScriptedChannel | null = null;
  const started = Worker.start({
    open: (onData) => (channel = new ScriptedChannel(onData)),
    device: { name: "d", threads: 1 },
    scratchDir: "",
    loadSeconds: 10,
    graceSeconds: 1,
    signals: { stop: stop.signal, ending: ending.signal },
  });
  if (!channel) throw new Error("no channel was opened");
  return { channel: channel as ScriptedChannel, started, stop, ending };
}

async function running({ reclaim = "after-success" }: { readonly reclaim?: ReclaimPolicy } = {}) {
  const opened = open();
  opened.channel.proceed();
  opened.channel.proceed();
  const worker = await opened.started;
  const points: number[] = [];
  const policy = { timing: { kind: "fixed" as const, warmup: 0, runs: 1 }, reclaim };
  const end = worker.run(
    { attempt: "a", callback: "c", case: {}, coordinates: [{ tokens: 1 }, { tokens: 2 }], policy },
    {
      listener: { measuring: () => {}, point: ({ tokens }) => void points.push(tokens ?? 0), row: () => null },
      deadlines: { caseSeconds: 60, pointSeconds: (coordinates) => (coordinates === null ? 30 : 5) },
    },
  );
  return { ...opened, worker, end, points };
}

test("what the parent decided is the failure, whatever signal then ended the process", async () => {
  const { channel, end } = await running();
  channel.proceed();
  vi.advanceTimersByTime(5_001);
  channel.exit(KILLED);
  expect(await end).toMatchObject({
    outcome: "failed",
    failure: { class: "timed_out", message: "no progress for 5 s (deadline `point`)", signal: "SIGKILL" },
    failedAt: { tokens: 1 },
  });
});

test("each sign of progress begins the deadline anew; before the first it is the building's", async () => {
  const { channel, end, points } = await running();
  vi.advanceTimersByTime(29_000);
  for (const _ of [1, 2, 3, 4, 5]) {
    channel.proceed();
    vi.advanceTimersByTime(4_000);
  }
  channel.proceed();
  expect((await end).outcome).toBe("passed");
  expect(points).toEqual([1, 2]);
});

test("progress without an end is ended by the case's deadline", async () => {
  const { channel, end } = await running();
  for (let second = 0; second < 61; second += 1) {
    channel.say(reportOf("a", "measuring", 1));
    vi.advanceTimersByTime(1_000);
  }
  channel.exit(KILLED);
  expect((await end).failure?.message).toBe("not done after 60 s (deadline `case`)");
});

test("what lies in the pipe when a late timer fires is read before the worker is given up", async () => {
  const { channel, end } = await running();
  channel.proceed();
  // The timer fires and looks again one turn later; the worker's words come in between.
  setTimeout(() => channel.proceed(), 5_000);
  setTimeout(() => channel.proceed(), 5_000);
  vi.advanceTimersByTime(5_000);
  vi.advanceTimersByTime(1_000);
  for (const _ of [1, 2, 3, 4]) channel.proceed();
  expect((await end).outcome).toBe("passed");
});

test("a run that is stopped leaves its case neither done nor failed", async () => {
  const { channel, end, stop } = await running();
  stop.abort();
  channel.exit(KILLED);
  expect(await end).toMatchObject({ outcome: "interrupted", failure: null, workerFailure: { class: "interrupted" } });
});

test("a run that is being ended takes along a worker that still loads, and leaves one that has loaded", async () => {
  const loading = open();
  loading.ending.abort();
  loading.channel.exit(KILLED);
  await expect(loading.started).rejects.toMatchObject({ failure: { class: "interrupted" } });

  const { channel, end, ending } = await running();
  ending.abort();
  for (const _ of [1, 2, 3, 4, 5, 6]) channel.proceed();
  expect((await end).outcome).toBe("passed");
});

test("a worker that is started when the run is over already ends at once", async () => {
  const stop = new AbortController();
  stop.abort();
  const { channel, started } = open(stop);
  channel.proceed();
  channel.exit(KILLED);
  await expect(started).rejects.toThrow(WorkerStartFailed);
  expect(channel.remarks.some((remark) => remark.includes("loading"))).toBe(false);
});

test("a callback's error stands, though its worker dies in the collection after it", async () => {
  const { channel, end } = await running({ reclaim: "always" });
  channel.proceed();
  channel.say(reportOf("a", "failed"));
  channel.exit(KILLED);
  expect(await end).toMatchObject({
    outcome: "failed",
    failure: { class: "callback_error", error: { type: "E", message: "m" } },
    workerFailure: { class: "crashed" },
  });
});

test("a worker that dies after its case's last point leaves a case that has passed", async () => {
  const { channel, end } = await running();
  for (const _ of [1, 2, 3, 4]) channel.proceed();
  channel.exit(KILLED);
  expect(await end).toMatchObject({
    outcome: "passed",
    failure: null,
    returned: null,
    workerFailure: { class: "crashed" },
  });
});

test.each([
  ["a point that is told twice", [reportOf("a", "point", 1), reportOf("a", "point", 1)]],
  ["a point that was not asked for", [reportOf("a", "measuring", 3)]],
  ["a report of another attempt", [reportOf("b", "measuring", 1)]],
  ["a collection before the return", [reportOf("a", "reclaimed")]],
  ["a second return", [reportOf("a", "returned"), reportOf("a", "returned")]],
])("%s ends the worker, and the case fails as protocol", async (_what, reports) => {
  const { channel, end } = await running();
  for (const report of reports) channel.say(report);
  channel.exit(KILLED);
  expect((await end).failure?.class).toBe("protocol");
});

test("what a worker says after its parent gave it up is not heard", async () => {
  const { channel, end, points } = await running();
  channel.write("nonsense\n");
  for (const _ of [1, 2, 3, 4, 5, 6]) channel.proceed();
  channel.exit({ code: 0, signal: null });
  expect((await end).outcome).toBe("failed");
  expect(points).toEqual([]);
});

test("a case that is handed to a busy worker fails by itself, and does not touch the one that runs", async () => {
  const { channel, end, worker } = await running();
  const policy = { timing: { kind: "fixed" as const, warmup: 0, runs: 1 }, reclaim: "never" as const };
  const second = await worker.run(
    { attempt: "b", callback: "c", case: {}, coordinates: [{ tokens: 1 }], policy },
    {
      listener: { measuring: () => {}, point: () => {}, row: () => null },
      deadlines: { caseSeconds: null, pointSeconds: () => 5 },
    },
  );
  expect(second.failure?.message).toBe("it was running, not idle");
  for (const _ of [1, 2, 3, 4, 5, 6]) channel.proceed();
  expect((await end).outcome).toBe("passed");
});
