import { type CallbackMemory, type MemoryVerdict, memoryVerdict } from "./memory-verdict.js";
import type { OutcomeRecord } from "./records.js";

/**
 * The memory of an attempt at its three moments; `null` where its worker could not tell. A collection that failed
 * collected nothing that could be told: after it there is no moment.
 */
export function callbackMemory({ memory, reclaim }: Pick<OutcomeRecord, "memory" | "reclaim">): CallbackMemory | null {
  return memory && { ...memory, afterReclaim: reclaim === null || reclaim.error !== null ? null : reclaim.memory };
}

/** The verdict on an attempt's memory; `null` for one that raised, since what it left is none on releasing. */
export function outcomeVerdict(outcome: OutcomeRecord, weightBytes: number): MemoryVerdict | null {
  const memory = callbackMemory(outcome);
  return memory === null || outcome.outcome === "failed" ? null : memoryVerdict(memory, weightBytes);
}
