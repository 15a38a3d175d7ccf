import fc from "fast-check";
import { expect, test } from "vitest";
import { callbackMemory, outcomeVerdict } from "../../../src/ledger/callback-memory.js";
import { type MemoryVerdict, memoryVerdict } from "../../../src/ledger/memory-verdict.js";
import type { OutcomeRecord } from "../../../src/ledger/records.js";
import { deviceMemory, failureOf, hostMemory } from "../../fixtures/campaign-history.js";

const MIB = 2 ** 20;
const WEIGHTS = 672 * MIB;

function hostVerdict(beforeMib: number, afterReturnMib: number, afterReclaimMib: number | null) {
  const afterReclaim = afterReclaimMib === null ? null : hostMemory(afterReclaimMib);
  return memoryVerdict(
    { before: hostMemory(beforeMib), afterReturn: hostMemory(afterReturnMib), afterReclaim },
    WEIGHTS,
  );
}

const moments: readonly [what: string, mib: readonly [number, number, number | null], verdict: MemoryVerdict][] = [
  ["gone at the return", [107, 150, 147], "released"],
  ["gone at the return, nothing collected", [107, 150, null], "released"],
  ["gone only after the collection", [107, 925, 147], "cyclic"],
  ["there in spite of the collection", [107, 925, 925], "reachable"],
  ["partly there in spite of the collection", [107, 925, 107 + 68], "reachable"],
  ["there after the return, nothing collected", [107, 925, null], "retained"],
];

test.each(moments)("%s: %j MiB is %s", (_what, mib, verdict) => {
  expect(hostVerdict(...mib)).toBe(verdict);
});

test("on a device, allocated memory decides, and reserved memory that stays is pooled", () => {
  const before = deviceMemory(100, 200);
  const verdict = (afterReturn: [number, number], afterReclaim: [number, number]) =>
    memoryVerdict(
      { before, afterReturn: deviceMemory(...afterReturn), afterReclaim: deviceMemory(...afterReclaim) },
      WEIGHTS,
    );
  expect(verdict([100, 872], [100, 872])).toBe("pooled");
  expect(verdict([772, 872], [100, 872])).toBe("pooled");
  expect(verdict([772, 872], [100, 200])).toBe("cyclic");
  expect(verdict([772, 872], [772, 872])).toBe("reachable");
  expect(verdict([100, 200], [100, 200])).toBe("released");
});

test("no verdict where memory cannot be read, or a layer is smaller than the allocator's own movement", () => {
  const unknown = { ...hostMemory(0), rssBytes: null, privateBytes: null };
  expect(memoryVerdict({ before: unknown, afterReturn: unknown, afterReclaim: null }, WEIGHTS)).toBeNull();
  const [before, afterReturn] = [hostMemory(100), hostMemory(400)];
  expect(memoryVerdict({ before, afterReturn, afterReclaim: null }, 255 * MIB)).toBeNull();
});

test("property: the collection is said to have helped only where memory was kept and then fell below a tenth of the weights", () => {
  const mib = fc.integer({ min: 0, max: 4000 });
  fc.assert(
    fc.property(mib, mib, fc.option(mib), (before, afterReturn, afterReclaim) => {
      const helped = afterReturn - before > 67.2 && afterReclaim !== null && afterReclaim - before <= 67.2;
      expect(hostVerdict(before, afterReturn, afterReclaim) === "cyclic").toBe(helped);
    }),
  );
});

const outcome: OutcomeRecord = {
  attempt: "a",
  case: "c",
  arm: null,
  outcome: "passed",
  failure: null,
  failedAt: null,
  durationMs: 1,
  automaticCollections: 0,
  memory: { before: hostMemory(107), afterReturn: hostMemory(925) },
  reclaim: { memory: hostMemory(147), collectedObjects: null, durationMs: 20, automaticCollections: 0, error: null },
};

test("a collection that failed is no moment of its own, and says nothing of what it would have released", () => {
  const error = { type: "RangeError", message: "broke", stack: "", cause: null };
  const broken = { ...outcome, reclaim: outcome.reclaim && { ...outcome.reclaim, error } };
  expect(outcomeVerdict(outcome, WEIGHTS)).toBe("cyclic");
  expect([callbackMemory(broken)?.afterReclaim, outcomeVerdict(broken, WEIGHTS)]).toEqual([null, "retained"]);
});

test("a callback that raised has no verdict, nor has one whose worker could not tell its memory", () => {
  const failed: OutcomeRecord = { ...outcome, outcome: "failed", failure: failureOf("callback_error", "") };
  expect(outcomeVerdict(failed, WEIGHTS)).toBeNull();
  expect(outcomeVerdict({ ...outcome, memory: null }, WEIGHTS)).toBeNull();
});
