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

const MIB = 2 ** 20;
/** An allocator moves by as much on its own; less than this is no layer that stayed. */
const ALLOCATOR_NOISE_BYTES = 32 * MIB;

/** Why a living worker must not take the next case, or `null`. */
export function replacementReason(end: AttemptEnd, bounds: MemoryBounds): string | null {
  if (end.reclaimed?.error) return `its collection failed: ${end.reclaimed.error.message}`;
  if (end.failure?.class === "device_fault") return "the device reported a fault";
  if (end.failed) return failedLayerStayed(end.failed, bounds);
  return end.reclaimed ? grewPastLimit(end.reclaimed.memory, bounds) : null;
}

function failedLayerStayed(failed: { before: Memory; memory: Memory }, { policy, weightBytes }: MemoryBounds): string | null {
  const stayed = growthBytes(failed.before, failed.memory) ?? 0;
  const bound = Math.max(policy.failedLayerShare * weightBytes, ALLOCATOR_NOISE_BYTES);
  return stayed > bound ? `the failed layer stayed: ${mib(stayed)} of its ${mib(weightBytes)} of weights` : null;
}

function grewPastLimit(memory: Memory, { policy, atLoad }: MemoryBounds): string | null {
  const growth = growthBytes(atLoad, memory) ?? 0;
  if (growth <= policy.reachableLimitBytes) return null;
  return `memory that no collection gives back grew to ${mib(growth)}, past the limit of ${mib(policy.reachableLimitBytes)}`;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}
