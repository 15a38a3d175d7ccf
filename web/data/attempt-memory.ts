import type { ReportAttempt } from "./report.js";

type Moments = NonNullable<ReportAttempt["memory"]>;
type Memory = Moments["before"];

/** Memory of an attempt at its three moments, in bytes. */
export interface AttemptMemory {
  readonly beforeBytes: number;
  readonly afterReturnBytes: number;
  /** `null`: nothing was collected. */
  readonly afterReclaimBytes: number | null;
}

/** Whose memory is shown: the device's where there is a figure, else the process's private data. */
export function measureName(attempts: readonly ReportAttempt[]): string | null {
  const first = attempts.find(({ memory }) => memory !== null)?.memory?.before;
  if (first === undefined || bytesOf(first) === null) return null;
  return first.deviceAllocatedBytes === null
    ? "private data of the worker (VmData)"
    : "allocated on the device, by the framework's allocator";
}

/** The memory of an attempt; `null` where it could not be read. */
export function attemptMemory({ memory }: ReportAttempt): AttemptMemory | null {
  const beforeBytes = memory && bytesOf(memory.before);
  const afterReturnBytes = memory && bytesOf(memory.afterReturn);
  if (beforeBytes === null || afterReturnBytes === null) return null;
  return {
    beforeBytes,
    afterReturnBytes,
    afterReclaimBytes: memory?.afterReclaim ? bytesOf(memory.afterReclaim) : null,
  };
}

/** What a callback left behind: its last reading less its first, in bytes. */
export function keptBytes({ beforeBytes, afterReturnBytes, afterReclaimBytes }: AttemptMemory): number {
  return (afterReclaimBytes ?? afterReturnBytes) - beforeBytes;
}

function bytesOf({ deviceAllocatedBytes, privateBytes }: Memory): number | null {
  return deviceAllocatedBytes ?? privateBytes;
}
