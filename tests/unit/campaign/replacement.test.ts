import { expect, test } from "vitest";
import { type MemoryBounds, type MemoryFacts, replacementReason } from "../../../src/campaign/replacement.js";
import type { Memory } from "../../../src/protocol/facts.js";
import { deviceMemory, hostMemory } from "../../fixtures/campaign-history.js";

const MIB = 2 ** 20;
const bounds: MemoryBounds = {
  policy: { budgetBytes: null, reachableLimitBytes: 2048 * MIB, failedLayerShare: 0.1 },
  weightBytes: 672 * MIB,
  atLoad: hostMemory(100),
};
const report = { v: 1, attempt: "a", durationMs: 1, automaticCollections: 0 } as const;

type Reclaimed = NonNullable<MemoryFacts["reclaimed"]>;

function collected(memory: Memory, fault?: string): Reclaimed {
  const error = fault === undefined ? null : { type: "Error", message: fault, stack: "", cause: null };
  return { ...report, kind: "reclaimed", memory, collectedObjects: null, error };
}

function success(reclaimed: Reclaimed | null): MemoryFacts {
  return { failure: null, failed: null, reclaimed };
}

function failure(
  failureClass: NonNullable<MemoryFacts["failure"]>["class"],
  before: Memory,
  memory: Memory,
): MemoryFacts {
  const error = { type: "Error", message: "", stack: "", cause: null };
  return {
    failure: { class: failureClass, message: "", error, exitCode: null, signal: null, lastOutput: "" },
    failed: { ...report, kind: "failed", error, before, memory },
    reclaimed: null,
  };
}

test("a worker whose collection gave everything back goes on", () => {
  expect(replacementReason(success(collected(hostMemory(147))), bounds)).toBeNull();
});

test("growth in spite of collections is borne up to the limit", () => {
  expect(replacementReason(success(collected(hostMemory(100 + 2048))), bounds)).toBeNull();
  expect(replacementReason(success(collected(hostMemory(100 + 2049))), bounds)).toBe(
    "memory that no collection gives back grew to 2049 MiB, past the limit of 2048 MiB",
  );
});

test("without a collection growth tells nothing of what could be given back", () => {
  expect(replacementReason(success(null), bounds)).toBeNull();
});

test("a collection that failed ends the worker", () => {
  expect(replacementReason(success(collected(hostMemory(147), "it broke")), bounds)).toBe(
    "its collection failed: it broke",
  );
});

test.each([
  ["gone", 107, null],
  ["a tenth of its weights is there", 107 + 67, null],
  ["more than a tenth is there", 107 + 68, "the failed layer stayed: 68 MiB of its 672 MiB of weights"],
])("a failed layer: %s", (_what, afterMib, reason) => {
  expect(replacementReason(failure("callback_error", hostMemory(107), hostMemory(afterMib)), bounds)).toBe(reason);
});

test("a failed layer on a device is seen in the device's memory, not the host's", () => {
  const end = failure("callback_error", deviceMemory(0, 0), deviceMemory(672, 700));
  expect(replacementReason(end, { ...bounds, atLoad: deviceMemory(0, 0) })).toMatch(/^the failed layer stayed/);
});

test("of a small layer less than the allocator's own movement is no layer that stayed", () => {
  const small = { ...bounds, weightBytes: 8 * MIB };
  expect(replacementReason(failure("callback_error", hostMemory(100), hostMemory(120)), small)).toBeNull();
});

test("under `always` the memory after the collection tells whether the failed layer stayed", () => {
  const end = failure("callback_error", hostMemory(107), hostMemory(900));
  expect(replacementReason({ ...end, reclaimed: collected(hostMemory(120)) }, bounds)).toBeNull();
  expect(replacementReason({ ...end, reclaimed: collected(hostMemory(900)) }, bounds)).toMatch(
    /^the failed layer stayed/,
  );
});

test("memory that ran out because of earlier cases ends the worker, though the failed layer left nothing", () => {
  const full = hostMemory(2545);
  expect(replacementReason(failure("out_of_memory", full, full), bounds)).toBe(
    "memory ran out while 2445 MiB of earlier cases were still there",
  );
  expect(replacementReason(failure("callback_error", full, full), bounds)).toBeNull();
  expect(replacementReason(failure("out_of_memory", hostMemory(120), hostMemory(120)), bounds)).toBeNull();
});

test("a device that reported a fault is not used on", () => {
  const end = failure("device_fault", hostMemory(100), hostMemory(100));
  expect(replacementReason(end, bounds)).toBe("the device reported a fault");
});
