import { expect, test } from "vitest";
import type { WorkerMemory } from "../../src/ledger/worker-memory.js";
import type { ReportData } from "../../src/view/report/data.js";
import { assay } from "./assay.js";
import { runCallbacks, workerOutput } from "./callback-campaign.js";

/** What the callbacks and the collection wrote down, in order. */
function events(directory: string): string[] {
  return [...workerOutput(directory).matchAll(/^event: (.*)$/gm)].map(([, event = ""]) => event);
}

const POINTS = ["point 1 of a layer of 704643072 bytes", "point 2 of a layer of 704643072 bytes"];
const SUCCESS = [...POINTS, "return", "collection"];

test.each([
  ["a success", "test/traced", SUCCESS],
  ["a failure", "test/traced-failure", ["point 1", "point 2"]],
  ["a failed collection", "test/traced-failed-collection", SUCCESS],
  ["a callback wrapped twice", "test/traced-twice", SUCCESS],
])("event order of %s, in a real worker", async (_what, callback, expected) => {
  const { directory } = await runCallbacks({ module: "traced", callbacks: [callback] });
  expect(events(directory)).toEqual(expected);
});

test("the policies never and always, in a real worker", async () => {
  const traced = { module: "traced", callbacks: ["test/traced", "test/traced-failure"] };
  const never = await runCallbacks({ ...traced, policy: "reclaim: never" });
  expect(events(never.directory)).toEqual([...POINTS, "return", "point 1", "point 2"]);
  const always = await runCallbacks({ ...traced, policy: "reclaim: always" });
  expect(events(always.directory)).toEqual([...SUCCESS, "point 1", "point 2", "collection"]);
});

test("the original error reaches the parent unchanged: type, message, stack and cause", async () => {
  const { directory, outcomes, exitCode, stdout } = await runCallbacks({
    module: "traced",
    callbacks: ["test/traced-failure"],
  });
  const written = /^error: (.*)$/m.exec(workerOutput(directory))?.[1] ?? "";
  const { stack, causeStack } = JSON.parse(written) as { stack: string; causeStack: string };
  expect(exitCode).toBe(1);
  expect(outcomes.map(({ failure }) => failure?.error)).toEqual([
    {
      type: "LayerFault",
      message: "the layer broke",
      stack,
      cause: { type: "RangeError", message: "its kernel has no such shape", stack: causeStack, cause: null },
    },
  ]);
  expect(outcomes[0]?.failure?.class).toBe("callback_error");
  expect(stdout).toContain("LayerFault: the layer broke");
});

// Budgets and figures of memory are Linux's.
const isElsewhere = process.platform !== "linux";

const MEMORY_FULL = { module: "failing", callbacks: ["moe", "test/fills-memory", "moe"] };

test.skipIf(isElsewhere)(
  "out of memory at case 2 of 3, where the failed layer fills the budget: the worker is replaced and case 3 passes",
  async () => {
    const { outcomes, workerEnds, exitCode } = await runCallbacks({
      ...MEMORY_FULL,
      policy: "memory: {budget: +1500MiB}",
    });
    expect(exitCode).toBe(1);
    expect(outcomes.map(({ outcome, failure }) => [outcome, failure?.class])).toEqual([
      ["passed", undefined],
      ["failed", "out_of_memory"],
      ["passed", undefined],
    ]);
    expect(outcomes[1]?.failure?.error).toMatchObject({
      type: "RangeError",
      message: "Array buffer allocation failed",
    });
    expect(workerEnds.map(({ worker, reason }) => [worker, reason])).toEqual([
      ["cpu0-1", expect.stringMatching(/^the failed layer stayed: \d+ MiB of its 672 MiB of weights$/)],
      ["cpu0-2", "no work is left"],
    ]);
  },
);

test.skipIf(isElsewhere)(
  "without the replacement case 3 fails as well: what filled the memory is the layer of case 2",
  async () => {
    const policy = "memory: {budget: +1500MiB, failed_layer_share: 1000}";
    const { outcomes, workerEnds } = await runCallbacks({ ...MEMORY_FULL, policy });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["passed", "failed", "failed"]);
    expect(outcomes[2]?.failure?.class).toBe("out_of_memory");
    expect(workerEnds).toHaveLength(1);
  },
);

test.skipIf(isElsewhere)(
  "a module-level list keeps every layer: reachable, the worker replaced past the limit, all points kept, no word of help",
  async () => {
    const { directory, outcomes, workerEnds, exitCode, stdout } = await runCallbacks({
      module: "measuring",
      callbacks: Array<string>(5).fill("test/kept-layer"),
      policy: "memory: {reachable_limit: 900MiB}",
      tp: 16,
    });
    expect(exitCode).toBe(0);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["passed", "passed", "passed", "passed", "passed"]);
    expect(stdout).toContain("5 of 5 cases done; 10 of 10 points");
    expect(workerEnds.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^memory that no collection gives back grew to 1\d\d\d MiB, past the limit of 900 MiB$/),
      "no work is left",
    ]);
    const report = JSON.parse((await assay("report", directory, "--json")).stdout) as ReportData;
    const verdicts = report.memory?.map(({ steps }) => steps.map(({ verdict }) => verdict));
    expect(verdicts).toEqual([
      ["reachable", "reachable", "reachable"],
      ["reachable", "reachable"],
    ]);
    const status = await assay("status", directory);
    expect(status.stdout).toMatch(/memory of cpu0-1 over 3 callbacks: .*3 reachable · grows by 33\d MiB a callback/);
    for (const text of [stdout, status.stdout, JSON.stringify(report.memory)]) {
      expect(text).not.toMatch(/cyclic|released|freed|helped|cured/);
    }
  },
);

test.skipIf(isElsewhere)(
  "a collection that fails: points stay, the worker is replaced, the fault is recorded",
  async () => {
    const { directory, outcomes, workerEnds, exitCode } = await runCallbacks({
      module: "traced",
      callbacks: ["test/traced-failed-collection", "test/traced"],
    });
    expect(exitCode).toBe(0);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
    expect(outcomes[0]?.reclaim?.error).toMatchObject({ type: "RangeError", message: "the collection broke" });
    expect(outcomes[1]?.reclaim?.error).toBeNull();
    expect(workerEnds.map(({ reason }) => reason)).toEqual([
      "its collection failed: the collection broke",
      "no work is left",
    ]);
    const { memory } = JSON.parse((await assay("status", directory, "--json")).stdout) as { memory: WorkerMemory[] };
    const [broken] = memory.flatMap(({ steps }) => steps);
    expect(broken?.collection?.error?.message).toBe("the collection broke");
    // Nobody can say whether a collection would have released the layer.
    expect([broken?.memory.afterReclaim, broken?.verdict]).toEqual([null, "retained"]);
  },
);
