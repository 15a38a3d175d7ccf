import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ErrorFacts } from "../../src/protocol/facts.js";
import { PROTOCOL_VERSION } from "../../src/protocol/messages.js";
import { OrtWorker, runCommand } from "./ort-worker.js";
import { smallMoeCase } from "../fixtures/small-moe-case.js";

// Conversations of the real worker, recorded as fixtures that the parent's and the Python worker's tests share. Run
// `vitest run --project e2e -u tests/e2e/ort-conversations.test.ts` to record them anew. What differs from run to run
// is normalised to values that are still valid.

function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/conversations/${name}.jsonl`, import.meta.url));
}

/** Ends the worker and gives what was said, a line a message. */
async function wholeConversation(worker: OrtWorker): Promise<string> {
  worker.say({ v: PROTOCOL_VERSION, kind: "stop" });
  await worker.exited;
  return worker.conversation.map((said) => `${JSON.stringify(said, normalise)}\n`).join("");
}

test("success: four points, one collection", async () => {
  const worker = new OrtWorker(["measuring"]);
  worker.say({ v: PROTOCOL_VERSION, kind: "describe" });
  await worker.hears("ready");
  worker.say({ v: PROTOCOL_VERSION, kind: "load", device: { name: "cpu0", threads: 2 }, scratchDir: "/nowhere" });
  await worker.hears("loaded");
  worker.say(runCommand());
  await worker.hears("reclaimed");
  await expect(await wholeConversation(worker)).toMatchFileSnapshot(fixture("success"));
});

test("failure: the error and its cause, no collection", async () => {
  const worker = await OrtWorker.loaded(["failing"]);
  worker.say(runCommand({ callback: "test/raises-after-building", case: { bytes: 1024 } }));
  await worker.hears("failed");
  await expect(await wholeConversation(worker)).toMatchFileSnapshot(fixture("failure"));
});

test("failed collection: the points stay", async () => {
  const worker = await OrtWorker.loaded(["measuring"]);
  worker.say(runCommand({ callback: "test/breaks-collection", coordinates: [{ tokens: 1 }] }));
  await worker.hears("reclaimed");
  await expect(await wholeConversation(worker)).toMatchFileSnapshot(fixture("failed-collection"));
});

test("reclaim never: the attempt ends with its return", async () => {
  const worker = await OrtWorker.loaded(["measuring"]);
  const command = runCommand({ coordinates: [{ tokens: 1 }] });
  worker.say({ ...command, policy: { ...command.policy, reclaim: "never" } });
  await worker.hears("returned");
  await expect(await wholeConversation(worker)).toMatchFileSnapshot(fixture("reclaim-never"));
});

test("drain: the point at hand is finished, the next is not begun", async () => {
  const worker = await OrtWorker.loaded(["measuring"]);
  worker.say(runCommand({ callback: "test/slow" }));
  await worker.hears("measuring");
  worker.say({ v: PROTOCOL_VERSION, kind: "drain" });
  await worker.hears("reclaimed");
  await expect(await wholeConversation(worker)).toMatchFileSnapshot(fixture("drain"));
});

test("a real MoE layer", async () => {
  const worker = await OrtWorker.loaded();
  worker.say(runCommand({ callback: "moe", case: smallMoeCase(), coordinates: [{ tokens: 1 }, { tokens: 4 }] }));
  await worker.hears("reclaimed");
  await expect(await wholeConversation(worker)).toMatchFileSnapshot(fixture("moe"));
});

/** A `JSON.stringify` replacer: times, sizes and places become constants; counts and words stay. */
function normalise(key: string, value: unknown): unknown {
  switch (key) {
    case "pid":
    case "durationMs":
    case "resolutionNs":
    case "costNs":
      return 1;
    case "automaticCollections":
      return 0;
    case "scratchDir":
      return "/scratch";
    case "rssBytes":
    case "privateBytes":
      return 1_048_576;
    case "versions":
      return { node: "20.0.0", onnxruntime: "1.0.0", v8: "11.0.0" };
    case "device":
      return withoutMachine(value);
    case "error":
    case "cause":
      return value === null ? null : withoutStack(value as ErrorFacts);
    case "warmupNs":
    case "samplesNs":
      return (value as number[]).map(() => 1_000_000);
    case "collectedDuring":
      return [];
    default:
      return value;
  }
}

function withoutMachine(device: unknown): unknown {
  const facts = { memoryBytes: 1_048_576, model: "a CPU", cores: 2, architecture: "x64", system: "linux 6.0" };
  const told = device as Record<string, unknown>;
  return { ...told, ...("model" in told ? facts : {}) };
}

function withoutStack(error: ErrorFacts): ErrorFacts {
  return { ...error, stack: `${error.type}: ${error.message}\n    at callback (callback.js:1:1)` };
}
