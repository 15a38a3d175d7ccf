import { type CaseState, coordinatesId, lastOutcome, progressOf } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import { type CallbackMemory, type MemoryVerdict, memoryVerdict } from "../ledger/memory-verdict.js";
import type { Experiment } from "../plan/plan.js";
import { type Comparison, compareArms } from "./comparison.js";

/** One callback in one arm. */
export interface CallbackResult {
  readonly arm: string;
  readonly case: string;
  readonly name: string;
  readonly state: "done" | "failed" | "partial" | "missing";
  readonly failure: { readonly class: string; readonly message: string } | null;
  readonly memory: CallbackMemory | null;
  readonly verdict: MemoryVerdict | null;
  /** Median latency by point, e.g. `{"tokens=8": 12.1}`, in ms. */
  readonly mediansMs: Readonly<Record<string, number>>;
}

/** What a paired experiment found. */
export interface ExperimentResult {
  readonly experiment: Experiment;
  readonly arms: readonly string[];
  /** Case by case in the plan's order, all arms of a case together. */
  readonly callbacks: readonly CallbackResult[];
  /** Every further arm against the first. */
  readonly comparisons: readonly Comparison[];
}

/** The result of a campaign that has arms; `null` for one that has none. */
export function experimentResult(fold: CampaignFold): ExperimentResult | null {
  const { plan } = fold;
  if (!plan?.arms || !plan.experiment) return null;
  const { experiment } = plan;
  const arms = plan.arms.map(({ name }) => name);
  const [first = "", ...others] = arms;
  return {
    experiment,
    arms,
    callbacks: plan.cases.flatMap(({ key }) => arms.map((arm) => callbackResult(fold.caseState(key, arm), arm))),
    comparisons: others.map((other) => compareArms(fold, [first, other], experiment.margin)),
  };
}

function callbackResult(state: CaseState, arm: string): CallbackResult {
  const outcome = lastOutcome(state);
  const memory = outcome?.memory ? { ...outcome.memory, afterReclaim: outcome.reclaim?.memory ?? null } : null;
  const points = [...state.points.values()];
  return {
    arm,
    case: state.key,
    name: state.planned?.name ?? state.key,
    state: progressOf(state),
    failure: outcome?.failure ? { class: outcome.failure.class, message: outcome.failure.message } : null,
    memory,
    verdict: memory && !outcome?.failure ? memoryVerdict(memory, state.planned?.weightBytes ?? 0) : null,
    mediansMs: Object.fromEntries(
      points.map(({ record, statistics }) => [coordinatesId(record.coordinates), statistics.medianMs]),
    ),
  };
}
