import { type CaseState, coordinatesId, progressOf } from "../ledger/case-state.js";
import { type CampaignFold, armNames } from "../ledger/fold.js";
import type { CaseWork } from "../plan/expected-time.js";
import type { Plan, PlannedCase } from "../plan/plan.js";
import { policyOf } from "./policy-of.js";

/** How many points of a case stand where, if the plan took the place of the campaign's last one. */
export interface PointChanges {
  /** Measured, and still wanted. */
  readonly kept: number;
  /** Wanted before and now, and not measured yet. */
  readonly missing: number;
  /** Not wanted before, and not measured. */
  readonly new: number;
  /** Wanted before, measured or not, and no longer; what was measured stays in the journal. */
  readonly dropped: number;
}

/** What a plan would change of one case in one arm. */
export interface CaseDifference extends PointChanges {
  readonly key: string;
  readonly name: string;
  readonly arm: string | null;
  /** The case failed before: a run leaves it alone. */
  readonly failed: boolean;
}

/** What a plan would change of a campaign that exists. */
export interface PlanDifference {
  /** The plan's cases in order, then those that it no longer has. */
  readonly cases: readonly CaseDifference[];
  /** What a run would measure. */
  readonly work: readonly CaseWork[];
}

/** Compares a plan with what a campaign was to measure and has measured. */
export function planDifference(fold: CampaignFold, plan: Plan): PlanDifference {
  const left = new Map([...fold.cases.values()].map((state) => [stateId(state.key, state.arm), state]));
  const compared = armNames(plan).flatMap((arm) =>
    plan.cases.map((planned) => {
      const state = left.get(stateId(planned.key, arm)) ?? null;
      left.delete(stateId(planned.key, arm));
      return { planned, arm, state, difference: caseDifference(planned, arm, state) };
    }),
  );
  const gone = [...left.values()].map(droppedCase).filter(({ dropped }) => dropped > 0);
  return {
    cases: [...compared.map(({ difference }) => difference), ...gone],
    work: compared.flatMap(({ planned, arm, state, difference }): CaseWork[] => {
      const coordinates = planned.coordinates.filter((at) => !isMeasured(state, at));
      const isLeft = planned.rows ? state === null || progressOf(state) !== "done" : coordinates.length > 0;
      if (difference.failed || !isLeft) return [];
      return [{ planned, coordinates, timing: policyOf(plan, arm).timing }];
    }),
  };
}

/** The points of several cases together. */
export function sumChanges(changes: readonly PointChanges[]): PointChanges {
  return changes.reduce(
    (sum, change) => ({
      kept: sum.kept + change.kept,
      missing: sum.missing + change.missing,
      new: sum.new + change.new,
      dropped: sum.dropped + change.dropped,
    }),
    { kept: 0, missing: 0, new: 0, dropped: 0 },
  );
}

function caseDifference(planned: PlannedCase, arm: string | null, state: CaseState | null): CaseDifference {
  const wanted = new Set(planned.coordinates.map(coordinatesId));
  const before = plannedBefore(state);
  const lacking = planned.coordinates.filter((at) => !isMeasured(state, at)).map(coordinatesId);
  const missing = lacking.filter((id) => before.has(id)).length;
  return {
    key: planned.key,
    name: planned.name,
    arm,
    kept: planned.rows ? (state?.points.size ?? 0) : wanted.size - lacking.length,
    missing,
    new: lacking.length - missing,
    dropped: [...before].filter((id) => !wanted.has(id)).length,
    failed: state !== null && progressOf(state) === "failed",
  };
}

function droppedCase(state: CaseState): CaseDifference {
  const { key, arm, planned } = state;
  const dropped = plannedBefore(state).size;
  return { key, name: planned?.name ?? key, arm, kept: 0, missing: 0, new: 0, dropped, failed: false };
}

/** Points that the campaign's last plan wanted of a case. */
function plannedBefore(state: CaseState | null): ReadonlySet<string> {
  return new Set(state?.planned?.coordinates.map(coordinatesId));
}

function isMeasured(state: CaseState | null, at: PlannedCase["coordinates"][number]): boolean {
  return state?.points.has(coordinatesId(at)) ?? false;
}

function stateId(key: string, arm: string | null): string {
  return arm === null ? key : `${arm} ${key}`;
}
