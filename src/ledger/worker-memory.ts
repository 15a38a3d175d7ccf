import { callbackMemory, outcomeVerdict } from "./callback-memory.js";
import type { AttemptState } from "./case-state.js";
import type { CampaignFold, WorkerState } from "./fold.js";
import { forecastMemory, type MemoryForecast } from "./memory-forecast.js";
import { type CallbackMemory, layerMemory, type MemoryVerdict } from "./memory-verdict.js";
import type { Reclaim } from "./records.js";

/** One callback of a worker, as its memory went. */
export interface MemoryStep {
  readonly attempt: string;
  readonly case: string;
  readonly caseName: string;
  readonly weightBytes: number;
  readonly memory: CallbackMemory;
  /** The callback raised; what it left behind is no verdict on releasing. */
  readonly failed: boolean;
  readonly verdict: MemoryVerdict | null;
  /** The collection after it; `null`: none was asked for. */
  readonly collection: Pick<Reclaim, "durationMs" | "collectedObjects" | "error"> | null;
  /** Collections that the runtime did by itself during the attempt, outside timed parts. */
  readonly automaticCollections: number | null;
}

/** Memory of one worker over its callbacks. */
export interface WorkerMemory {
  readonly worker: string;
  readonly device: string;
  readonly arm: string | null;
  /** After load; `null` where the platform does not tell. */
  readonly startBytes: number | null;
  /** Its budget, else the memory of machine or device; `null` where neither is known. */
  readonly limitBytes: number | null;
  readonly steps: readonly MemoryStep[];
  readonly forecast: MemoryForecast | null;
  /** Why it is no longer there; `null`: it is, or its run was killed. */
  readonly ended: string | null;
}

/** The memory of every worker that ran a callback, in the order of their start. */
export function workerMemories(fold: CampaignFold): WorkerMemory[] {
  const attempts = new Map<string, AttemptState[]>();
  for (const attempt of fold.attempts) {
    const { worker } = attempt.record;
    const known = attempts.get(worker);
    if (known) known.push(attempt);
    else attempts.set(worker, [attempt]);
  }
  return [...fold.workers.values()].flatMap((worker) => {
    const steps = (attempts.get(worker.record.worker) ?? []).flatMap((attempt) => stepOf(fold, attempt));
    return steps.length === 0 ? [] : [workerMemory(worker, steps)];
  });
}

function stepOf(fold: CampaignFold, { outcome }: AttemptState): MemoryStep[] {
  const memory = outcome && callbackMemory(outcome);
  if (!memory) return [];
  const planned = fold.caseState(outcome.case, outcome.arm).planned;
  const weightBytes = planned?.weightBytes ?? 0;
  const { attempt, reclaim, automaticCollections } = outcome;
  return [
    {
      attempt,
      case: outcome.case,
      caseName: planned?.name ?? outcome.case,
      weightBytes,
      memory,
      failed: outcome.outcome === "failed",
      verdict: outcomeVerdict(outcome, weightBytes),
      collection: reclaim && {
        durationMs: reclaim.durationMs,
        collectedObjects: reclaim.collectedObjects,
        error: reclaim.error,
      },
      automaticCollections,
    },
  ];
}

function workerMemory({ record, end }: WorkerState, steps: readonly MemoryStep[]): WorkerMemory {
  const machineBytes = record.facts["memoryBytes"];
  const limitBytes = record.limitBytes ?? (typeof machineBytes === "number" ? machineBytes : null);
  return {
    worker: record.worker,
    device: record.device,
    arm: record.arm,
    startBytes: layerMemory(record.memory),
    limitBytes,
    steps,
    forecast: forecastOf(limitBytes, steps),
    ended: end?.reason ?? null,
  };
}

function forecastOf(limitBytes: number | null, steps: readonly MemoryStep[]): MemoryForecast | null {
  if (limitBytes === null) return null;
  // A callback that failed may have built nothing: it says nothing of what callbacks leave behind.
  const returned = steps.filter(({ failed }) => !failed);
  const afterCallbacks = returned.flatMap(({ memory }) => layerMemory(memory.afterReclaim ?? memory.afterReturn) ?? []);
  const layerBytes = Math.max(...steps.map(({ weightBytes }) => weightBytes), 0);
  return forecastMemory({ afterCallbacks, layerBytes, limitBytes });
}
