import { callbackMemory, outcomeVerdict } from "../ledger/callback-memory.js";
import { type CaseState, coordinatesId, lastOutcome, progressOf } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import { demonstrationsOf } from "../ledger/publication.js";
import type { Arm } from "../plan/plan.js";
import { armsByRound, sideOf, sidesOf } from "../plan/rounds.js";
import { compareSides } from "./comparison.js";
import type { CallbackResult, ExperimentResult } from "./findings.js";

/** The result of a campaign that has arms; `null` for one that has none. */
export function experimentResult(fold: CampaignFold): ExperimentResult | null {
  const { plan } = fold;
  if (!plan?.arms || !plan.experiment) return null;
  const { experiment } = plan;
  const sides = sidesOf(plan.arms);
  const [first = "", ...others] = sides;
  return {
    experiment,
    arms: sides,
    callbacks: armsByRound(plan.arms).flatMap((arms) =>
      plan.cases.flatMap(({ key }) => arms.map((arm) => callbackResult(fold.caseState(key, arm.name), arm))),
    ),
    comparisons: others.map((other) => compareSides(fold, [first, other], experiment.margin)),
    demonstrations: demonstrationsOf(plan.cases),
  };
}

function callbackResult(state: CaseState, arm: Arm): CallbackResult {
  const outcome = lastOutcome(state);
  const points = [...state.points.values()];
  return {
    arm: arm.name,
    side: sideOf(arm),
    round: arm.round ?? 1,
    case: state.key,
    name: state.planned?.name ?? state.key,
    state: progressOf(state),
    failure: outcome?.failure ? { class: outcome.failure.class, message: outcome.failure.message } : null,
    memory: outcome && callbackMemory(outcome),
    verdict: outcome && outcomeVerdict(outcome, state.planned?.weightBytes ?? 0),
    automaticCollections: outcome?.automaticCollections ?? null,
    mediansMs: Object.fromEntries(
      points.map(({ record, statistics }) => [coordinatesId(record.coordinates), statistics.medianMs]),
    ),
  };
}
