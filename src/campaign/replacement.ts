import { growthBytes } from "../ledger/memory-verdict.js";
import type { MemoryPolicy } from "../plan/plan.js";
import type { Memory } from "../protocol/facts.js";
import type { AttemptEnd } from "../worker/worker.js";

/** What a worker's memory is held against. */
export interface MemoryBounds {
  readonly policy: MemoryPolicy;
  /** Weights of the case's layer. */
  readonly weightBytes: number;
  /** The worker's memory after load. */
  readonly atLoad: Memory;
}

/** What an attempt's end tells of its worker's memory. */
export type MemoryFacts = Pick<AttemptEnd, "failure" | "failed" | "reclaimed"> & Partial<Pick<AttemptEnd, "returned">>;

const MIB = 2 ** 20;
/** An allocator moves by as much on its own; less than this is no layer that stayed. */
const ALLOCATOR_NOISE_BYTES = 32 * MIB;

/** Why a living worker must not take the next case, or `null`. */
export function replacementReason(end: MemoryFacts, bounds: MemoryBounds): string | null {
  const { returned, reclaimed, failed, failure } = end;
  if (reclaimed?.error) return `its collection failed: ${reclaimed.error.message}`;
  if (failure?.class === "device_fault") return "the device reported a fault";
  if (returned?.restart) return "its callback is done and asked for a fresh worker";
  if (!failed) return reclaimed && grewPastLimit(reclaimed.memory, bounds);
  const after = reclaimed?.memory ?? failed.memory;
  const stayed = failedLayerStayed(failed.before, after, bounds);
  return stayed ?? (failure?.class === "out_of_memory" ? earlierLayersFill(after, bounds) : null);
}

function failedLayerStayed(before: Memory, after: Memory, bounds: MemoryBounds): string | null {
  const stayed = growthBytes(before, after) ?? 0;
  if (stayed <= keptBound(bounds)) return null;
  return `the failed layer stayed: ${mib(stayed)} of its ${mib(bounds.weightBytes)} of weights`;
}

/** What earlier cases left took the room of this one: it would take that of the next as well. */
function earlierLayersFill(after: Memory, bounds: MemoryBounds): string | null {
  const held = growthBytes(bounds.atLoad, after) ?? 0;
  return held > keptBound(bounds) ? `memory ran out while ${mib(held)} of earlier cases were still there` : null;
}

function keptBound({ policy, weightBytes }: MemoryBounds): number {
  return Math.max(policy.failedLayerShare * weightBytes, ALLOCATOR_NOISE_BYTES);
}

function grewPastLimit(memory: Memory, { policy, atLoad }: MemoryBounds): string | null {
  const growth = growthBytes(atLoad, memory) ?? 0;
  if (growth <= policy.reachableLimitBytes) return null;
  return `memory that no collection gives back grew to ${mib(growth)}, past the limit of ${mib(policy.reachableLimitBytes)}`;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}
