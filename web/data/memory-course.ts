import { groupsOf } from "./groups.js";
import type { ReportMemoryStep, ReportWorkerMemory } from "./report.js";

/** A callback with its memory, and the worker that ran it. */
export interface CourseStep extends ReportMemoryStep {
  readonly worker: ReportWorkerMemory;
  /** Its number in the course, from 1. */
  readonly callback: number;
  readonly beforeBytes: number;
  readonly afterReturnBytes: number;
}

/** Memory over the callbacks of one device in one arm, worker after worker. */
export interface MemoryCourse {
  readonly device: string;
  readonly arm: string | null;
  readonly workers: readonly ReportWorkerMemory[];
  /** Those whose memory could be read. */
  readonly steps: readonly CourseStep[];
}

/** The memory of some workers, a course a device and arm, in the order in which these began. */
export function memoryCourses(workers: readonly ReportWorkerMemory[]): readonly MemoryCourse[] {
  return groupsOf(workers, ({ device, arm }) => `${device} ${arm}`)
    .map(courseOf)
    .filter(({ steps }) => steps.length > 0);
}

function courseOf(workers: readonly ReportWorkerMemory[]): MemoryCourse {
  const steps = workers.flatMap((worker) => worker.steps.map((step) => ({ worker, step })));
  return {
    device: workers[0]?.device ?? "",
    arm: workers[0]?.arm ?? null,
    workers,
    steps: steps.flatMap(({ worker, step }, index): readonly CourseStep[] => {
      const { beforeBytes, afterReturnBytes } = step;
      if (beforeBytes === null || afterReturnBytes === null) return [];
      return [{ ...step, worker, callback: index + 1, beforeBytes, afterReturnBytes }];
    }),
  };
}

/** The largest reading in bytes. */
export function mostBytes(steps: readonly CourseStep[]): number {
  return steps.reduce(
    (most, step) => Math.max(most, step.beforeBytes, step.afterReturnBytes, step.afterReclaimBytes ?? 0),
    0,
  );
}

/** The last reading of a callback. */
export function lastBytes(step: CourseStep): number {
  return step.afterReclaimBytes ?? step.afterReturnBytes;
}

/** Where the growth of a worker leads: the callback of its course at which memory runs out. */
export interface Prospect {
  readonly worker: ReportWorkerMemory;
  readonly from: CourseStep;
  readonly growthBytes: number;
  readonly limitBytes: number;
  readonly failsAtCallback: number;
}

/** The prospect of a course's last worker; `null`: no end of its memory is in sight, or it has come already. */
export function prospectOf({ steps }: MemoryCourse): Prospect | null {
  const from = steps.at(-1);
  const first = steps.find(({ worker }) => worker === from?.worker);
  if (from === undefined || first === undefined || from.failed) return null;
  const { forecast, limitBytes } = from.worker;
  if (forecast === null || limitBytes === null || forecast.failsAtCallback === null) return null;
  const failsAtCallback = first.callback + forecast.failsAtCallback - 1;
  if (failsAtCallback <= from.callback) return null;
  return { worker: from.worker, from, growthBytes: forecast.growthBytes, limitBytes, failsAtCallback };
}
