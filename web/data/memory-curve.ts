import type { ReportAttempt, ReportCase } from "./report.js";

type AttemptMemory = NonNullable<ReportAttempt["memory"]>;

/** Which figure of a worker's memory is drawn: the device's where there is one, else the host's. */
export type MemoryMeasure = "deviceAllocatedBytes" | "privateBytes" | "rssBytes";

export const memoryMeasureNames: Readonly<Record<MemoryMeasure, string>> = {
  deviceAllocatedBytes: "Device memory allocated",
  privateBytes: "Private data of the worker (VmData)",
  rssBytes: "Resident memory of the worker (RSS)",
};

/** One callback with its memory at its three moments, in bytes. */
export interface MemoryStep {
  readonly attempt: ReportAttempt;
  readonly reportCase: ReportCase;
  readonly beforeBytes: number;
  readonly afterReturnBytes: number;
  /** `null`: nothing was collected. */
  readonly afterReclaimBytes: number | null;
}

/** Memory over the callbacks of one device, in the order in which they began. */
export interface MemoryCurve {
  readonly device: string;
  readonly measure: MemoryMeasure;
  readonly steps: readonly MemoryStep[];
}

/** The memory of all attempts of some cases, one curve a device; none where the platform has no figures. */
export function memoryCurves(cases: readonly ReportCase[]): readonly MemoryCurve[] {
  const attempts = cases
    .flatMap((one) => one.attempts.map((attempt) => ({ attempt, reportCase: one })))
    .toSorted((left, right) => left.attempt.startedAt.localeCompare(right.attempt.startedAt));
  const devices = [...new Set(attempts.map(({ attempt }) => attempt.device))].toSorted();
  return devices.flatMap((device) =>
    curveOf(
      device,
      attempts.filter(({ attempt }) => attempt.device === device),
    ),
  );
}

/** What a callback left behind: its last reading less its first, in bytes. */
export function keptBytes(step: MemoryStep): number {
  return (step.afterReclaimBytes ?? step.afterReturnBytes) - step.beforeBytes;
}

/** The largest reading in bytes. */
export function mostBytes(steps: readonly MemoryStep[]): number {
  return Math.max(
    ...steps.map((step) => Math.max(step.beforeBytes, step.afterReturnBytes, step.afterReclaimBytes ?? 0)),
  );
}

interface CaseAttempt {
  readonly attempt: ReportAttempt;
  readonly reportCase: ReportCase;
}

function curveOf(device: string, attempts: readonly CaseAttempt[]): readonly MemoryCurve[] {
  const measure = measureOf(attempts.flatMap(({ attempt }) => attempt.memory ?? []));
  if (measure === null) return [];
  const steps = attempts.flatMap((one) => stepOf(one, measure));
  return steps.length === 0 ? [] : [{ device, measure, steps }];
}

function stepOf({ attempt, reportCase }: CaseAttempt, measure: MemoryMeasure): readonly MemoryStep[] {
  const beforeBytes = attempt.memory?.before[measure] ?? null;
  const afterReturnBytes = attempt.memory?.afterReturn[measure] ?? null;
  if (beforeBytes === null || afterReturnBytes === null) return [];
  const afterReclaimBytes = attempt.memory?.afterReclaim?.[measure] ?? null;
  return [{ attempt, reportCase, beforeBytes, afterReturnBytes, afterReclaimBytes }];
}

function measureOf(memories: readonly AttemptMemory[]): MemoryMeasure | null {
  const has = (measure: MemoryMeasure) => memories.some(({ before }) => before[measure] !== null);
  const measures: readonly MemoryMeasure[] = ["deviceAllocatedBytes", "privateBytes", "rssBytes"];
  return measures.find(has) ?? null;
}
