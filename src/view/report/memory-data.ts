import { layerMemory } from "../../ledger/memory-verdict.js";
import type { MemoryStep, WorkerMemory } from "../../ledger/worker-memory.js";
import type { Plan } from "../../plan/plan.js";
import { sideNamed } from "../../plan/rounds.js";
import type { ReportMemoryStep, ReportWorkerMemory } from "./data.js";

/** The memory of a plan's workers as the report draws it: one figure a moment. */
export function reportMemory(workers: readonly WorkerMemory[], plan: Plan | null): ReportWorkerMemory[] {
  return workers.map(({ steps, arm, ...worker }) => ({
    ...worker,
    arm: sideNamed(plan, arm),
    steps: steps.map((step) => reportStep(step, arm)),
  }));
}

function reportStep(step: MemoryStep, arm: string | null): ReportMemoryStep {
  const { before, afterReturn, afterReclaim } = step.memory;
  return {
    attempt: step.attempt,
    case: caseId(step.case, arm),
    caseName: step.caseName,
    weightBytes: step.weightBytes,
    beforeBytes: layerMemory(before),
    afterReturnBytes: layerMemory(afterReturn),
    afterReclaimBytes: afterReclaim && layerMemory(afterReclaim),
    layersAlive: (afterReclaim ?? afterReturn).layersAlive,
    failed: step.failed,
    verdict: step.verdict,
    collectionMs: step.collection?.durationMs ?? null,
    collectionFault: step.collection?.error?.message ?? null,
    automaticCollections: step.automaticCollections,
  };
}

/** How the report names a case: cases of an experiment are there once an arm. */
export function caseId(key: string, arm: string | null): string {
  return arm === null ? key : `${arm}-${key}`;
}
