import type { Memory } from "../protocol/facts.js";

/** What became of a layer's memory; see `docs/reclaim.md`. */
export type MemoryVerdict =
  /** It was given back when the callback returned. */
  | "released"
  /** It stayed after the return; the collection released it. */
  | "cyclic"
  /** It stayed in spite of the collection: something still holds it. */
  | "reachable"
  /** It stayed after the return, and nothing was collected: what holds it is not known. */
  | "retained"
  /** The layer's tensors are gone, but the framework's allocator keeps the memory for later ones. */
  | "pooled";

/** Memory of one callback at its three moments. `afterReclaim` is `null` where nothing was collected. */
export interface CallbackMemory {
  readonly before: Memory;
  readonly afterReturn: Memory;
  readonly afterReclaim: Memory | null;
}

/** More than this share of a layer's weights, still there, is a layer that stayed. */
export const RETAINED_SHARE = 0.1;
/** Allocators move by some tens of MiB on their own: of a layer smaller than this nothing can be told. */
export const JUDGED_WEIGHT_BYTES = 256 * 2 ** 20;

/**
 * The memory that tells whether a layer is alive: allocated on the device where there is one, else the process's
 * private data (mapped weights are not resident, so RSS alone misleads). `null` where the platform has neither.
 */
export function layerMemory(memory: Memory): number | null {
  return memory.deviceAllocatedBytes ?? memory.privateBytes;
}

/**
 * The verdict on one callback's memory, in shares of its layer's weights.
 * @returns `null` where memory cannot be read, or the layer is too small to be told from the allocator's own movement.
 */
export function memoryVerdict(memory: CallbackMemory, weightBytes: number): MemoryVerdict | null {
  const { before, afterReturn, afterReclaim } = memory;
  const kept = growthBytes(before, afterReturn);
  if (kept === null || weightBytes < JUDGED_WEIGHT_BYTES) return null;
  const bound = RETAINED_SHARE * weightBytes;
  const afterwards = afterReclaim === null ? null : growthBytes(before, afterReclaim);
  if (kept <= bound) return isPooled(before, afterReclaim ?? afterReturn, bound) ? "pooled" : "released";
  if (afterwards === null) return "retained";
  if (afterwards > bound) return "reachable";
  return isPooled(before, afterReclaim ?? afterReturn, bound) ? "pooled" : "cyclic";
}

/** How much more layer memory there is than before; `null` where it cannot be read. */
export function growthBytes(before: Memory, after: Memory): number | null {
  const [start, end] = [layerMemory(before), layerMemory(after)];
  return start === null || end === null ? null : end - start;
}

function isPooled(before: Memory, after: Memory, bound: number): boolean {
  if (before.deviceReservedBytes === null || after.deviceReservedBytes === null) return false;
  return after.deviceReservedBytes - before.deviceReservedBytes > bound;
}
