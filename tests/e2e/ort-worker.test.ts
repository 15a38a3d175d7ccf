import { expect, test } from "vitest";
import { PROTOCOL_VERSION } from "../../src/protocol/messages.js";
import { OrtWorker, runCommand } from "./ort-worker.js";

test("a worker describes itself before it loads its framework", async () => {
  const worker = new OrtWorker(["measuring", "failing"]);
  worker.say({ v: PROTOCOL_VERSION, kind: "describe" });
  const { runtime, callbacks } = await worker.hears("ready");
  expect(runtime).toBe("ort");
  expect(callbacks).toEqual(expect.arrayContaining(["moe", "demo/leaky-moe", "test/noop", "test/hangs"]));
});

test("loaded tells versions, device, clock and memory", async () => {
  const worker = await OrtWorker.loaded();
  const loaded = worker.conversation.at(-1)?.message;
  expect(loaded).toMatchObject({
    versions: { node: process.versions.node, onnxruntime: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    device: { name: "cpu0", kind: "cpu", threads: 2 },
    clock: { name: "process.hrtime" },
    memory: { layersAlive: 0, deviceAllocatedBytes: null },
  });
});

test("what a callback prints reaches stdout and no message", async () => {
  const worker = await OrtWorker.loaded(["measuring"]);
  worker.say(runCommand({ callback: "test/prints-garbage" }));
  await worker.hears("reclaimed");
  expect(worker.conversation.filter(({ message }) => message.kind === "point")).toHaveLength(4);
  worker.say({ v: PROTOCOL_VERSION, kind: "stop" });
  await worker.exited;
  expect(Buffer.concat(worker.stdout).includes('"kind":"poi')).toBe(true);
});

test.each([
  [
    "an unknown kind",
    '{"v":1,"kind":"dance"}',
    /unknown message kind "dance"; known: describe, load, run, drain, stop/,
  ],
  ["another version", '{"v":7,"kind":"describe"}', /protocol version 7; this program speaks 1/],
  ["a number that is none", '{"v":1,"kind":"describe","x":NaN}', /not JSON/],
  ["a field that it does not know", '{"v":1,"kind":"stop","now":true}', /bad "stop" message/],
  ["a run before load", JSON.stringify(runCommand()), /"run" came before the worker had loaded/],
])("%s ends the worker with code 1 and says why", async (_what, line, reason) => {
  const worker = new OrtWorker();
  worker.write(`${line}\n`);
  expect(await worker.hears("log")).toMatchObject({ level: "error", text: expect.stringMatching(reason) });
  expect(await worker.exited).toEqual({ code: 1, signal: null });
});

test("a second run while one runs ends the worker", async () => {
  const worker = await OrtWorker.loaded(["measuring"]);
  worker.say(runCommand({ callback: "test/slow" }));
  worker.say(runCommand({ callback: "test/slow", attempt: "attempt-2" }));
  expect((await worker.hears("log")).text).toContain("while an attempt runs");
  expect((await worker.exited).code).toBe(1);
});

test("a callback that it does not have is a failed attempt, and the worker lives", async () => {
  const worker = await OrtWorker.loaded(["measuring"]);
  worker.say(runCommand({ callback: "elsewhere" }));
  expect((await worker.hears("failed")).error).toMatchObject({
    type: "UnknownCallback",
    message: /elsewhere.*test\/noop/,
  });
  worker.say(runCommand());
  await worker.hears("returned");
});

test("a time that is no number fails the attempt by name", async () => {
  const worker = await OrtWorker.loaded(["failing"]);
  worker.say(runCommand({ callback: "test/reports-nan" }));
  expect((await worker.hears("failed")).error).toMatchObject({
    type: "ProtocolError",
    message: "point.point.series.0.samplesNs.0 is NaN, which JSON cannot carry",
  });
});

test("the end of its input ends an idle worker, and one that measures", async () => {
  for (const busy of [false, true]) {
    const worker = await OrtWorker.loaded(["measuring"]);
    if (busy) {
      worker.say(runCommand({ callback: "test/slow" }));
      await worker.hears("measuring");
    }
    worker.closeInput();
    expect((await worker.exited).code).toBe(0);
  }
});

test("stop while it measures: the point at hand is finished and told, then the worker ends", async () => {
  const worker = await OrtWorker.loaded(["measuring"]);
  worker.say(runCommand({ callback: "test/slow" }));
  await worker.hears("measuring");
  worker.say({ v: PROTOCOL_VERSION, kind: "stop" });
  expect((await worker.hears("returned")).drained).toBe(true);
  await worker.hears("reclaimed");
  expect(await worker.exited).toEqual({ code: 0, signal: null });
  expect(worker.conversation.filter(({ message }) => message.kind === "point")).toHaveLength(1);
});
