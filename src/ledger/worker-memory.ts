import type { CampaignFold, WorkerState } from "./fold.js";
import { forecastMemory, type MemoryForecast } from "./memory-forecast.js";
import { type CallbackMemory, layerMemory, type MemoryVerdict, memoryVerdict } from "./memory-verdict.js";

/** One callback of a worker, as its memory went. */
export interface MemoryStep {
  readonly attempt: string;
  readonly caseName: string;
  readonly weightBytes: number;
  readonly memory: CallbackMemory;
  /** The callback raised; what it left behind is no verdict on releasing. */
  readonly failed: boolean;
  readonly verdict: MemoryVerdict | null;
}

/** Memory of one worker over its callbacks. */
export interface WorkerMemory {
  readonly worker: string;
  readonly arm: string | null;
  /** After load; `null` where the platform does not tell. */
  readonly startBytes: number | null;
  /** Its budget, else the memory of machine or device; `null` where neither is known. */
  readonly limitBytes: number | null;
  readonly steps: readonly MemoryStep[];
  readonly forecast: MemoryForecast | null;
}

/** The memory of every worker that ran a callback, in the order of their start. */
export function workerMemories(fold: CampaignFold): WorkerMemory[] {
  return [...fold.workers.values()]
    .map((worker) => workerMemory(fold, worker))
    .filter(({ steps }) => steps.length > 0);
}

function workerMemory(fold: CampaignFold, { record }: WorkerState): WorkerMemory {
  const steps = fold.attempts.filter((attempt) => attempt.record.worker === record.worker).flatMap((attempt) => {
    const { outcome } = attempt;
    if (!outcome?.memory) return [];
    const planned = fold.caseState(outcome.case, outcome.arm).planned;
    const memory = { ...outcome.memory, afterReclaim: outcome.reclaim?.memory ?? null };
    const weightBytes = planned?.weightBytes ?? 0;
    const failed = outcome.outcome === "failed";
    const verdict = failed ? null : memoryVerdict(memory, weightBytes);
    return [{ attempt: outcome.attempt, caseName: planned?.name ?? outcome.case, weightBytes, memory, failed, verdict }];
  });
  const machineBytes = record.facts["memoryBytes"];
  const limitBytes = record.limitBytes ?? (typeof machineBytes === "number" ? machineBytes : null);
  const startBytes = layerMemory(record.memory);
  const forecast = forecastOf(limitBytes, steps);
  return { worker: record.worker, arm: record.arm, startBytes, limitBytes, steps, forecast };
}

function forecastOf(limitBytes: number | null, steps: readonly MemoryStep[]): MemoryForecast | null {
  if (limitBytes === null) return null;
  // A callback that failed may have built nothing: it says nothing of what callbacks leave behind.
  const returned = steps.filter(({ failed }) => !failed);
  const afterCallbacks = returned.flatMap(({ memory }) => layerMemory(memory.afterReclaim ?? memory.afterReturn) ?? []);
  const layerBytes = Math.max(...steps.map(({ weightBytes }) => weightBytes), 0);
  return forecastMemory({ afterCallbacks, layerBytes, limitBytes });
}
