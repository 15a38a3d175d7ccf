import { sumChanges } from "../campaign/plan-difference.js";
import type { CaseDetails } from "../plan/case-details.js";
import type { PlanEstimate } from "../plan/plan-estimate.js";
import type { DifferencePicture, PlanPicture } from "../view/plan-picture.js";

/** `assay plan --json`: the plan, with what each case and all of them need, and what would change. */
export function planJson({ plan, filter, estimate, difference }: PlanPicture): object {
  return {
    ...plan,
    filter,
    cases: plan.cases.map((planned) => ({ ...planned, ...estimate.cases.get(planned.key) })),
    estimate: { scratchBytes: estimate.scratchBytes, time: estimate.time },
    difference: difference && differenceJson(difference),
  };
}

function differenceJson({ directory, cases, time }: DifferencePicture): object {
  return { directory, points: sumChanges(cases), cases, time };
}

/** `assay plan --show KEY --json`: one case, with all its points. */
export function caseJson({ planned, table, points }: CaseDetails, estimate: PlanEstimate): object {
  const { coordinates: _, ...rest } = planned;
  return { ...rest, ...estimate.cases.get(planned.key), scratchBytes: estimate.scratchBytes, table, points };
}
