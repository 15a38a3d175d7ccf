import type { PlanDifference } from "../campaign/plan-difference.js";
import type { CaseFilter } from "../plan/case-filter.js";
import type { ExpectedTime } from "../plan/expected-time.js";
import type { Plan } from "../plan/plan.js";
import type { PlanEstimate } from "../plan/plan-estimate.js";

/** A plan with what it is expected to need and, beside a campaign that exists, what it would change there. */
export interface PlanPicture {
  readonly plan: Plan;
  /** Which of the file's cases were asked for; empty: all. */
  readonly filter: CaseFilter;
  readonly estimate: PlanEstimate;
  readonly difference: DifferencePicture | null;
}

export interface DifferencePicture {
  /** The campaign's folder. */
  readonly directory: string;
  readonly cases: PlanDifference["cases"];
  /** Of what a run would measure. */
  readonly time: ExpectedTime;
}
