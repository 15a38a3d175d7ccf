import type { Coordinates } from "../identity/keys.js";
import type { TimingPolicy } from "../measure/timing-policy.js";
import { drawCount } from "../ops/moe/workload/assign.js";
import type { PlannedCase } from "./plan.js";
import { rooflineSeconds } from "./roofline.js";

/** Seconds of one run of a case's layer at a point, as earlier campaigns measured it; `null`: none did. */
export type History = (caseKey: string, coordinates: Coordinates) => number | null;

/**
 * Building a layer, checking it against its reference and reading its first inputs, beside the timed runs.
 * Source: the same 6 cases as the speeds of the roofline; 0.6 to 1.9 s each.
 */
export const SECONDS_PER_CASE = 1;

/** What is known or assumed of the place where cases are measured. */
export interface Surroundings {
  /** Cores of the device. */
  readonly cores: number;
  readonly history: History;
}

/** What one run of a layer at a point is expected to take, and how that is known. */
export interface ExpectedRun {
  readonly seconds: number;
  readonly source: "ledger" | "roofline";
}

/** Work on one case: some of its points, under a policy. */
export interface CaseWork {
  readonly planned: PlannedCase;
  readonly coordinates: readonly Coordinates[];
  readonly timing: TimingPolicy;
}

/** Time that work is expected to take. `seconds`: `null` where nothing is known of some point. */
export interface ExpectedTime {
  readonly seconds: number | null;
  readonly points: number;
  /** Of these, the points that were measured before. */
  readonly pointsFromLedger: number;
}

/** One run of a case's layer at a point; `null` where nothing is known of its runtime. */
export function expectedRun(
  { key, case: layer }: PlannedCase,
  at: Coordinates,
  around: Surroundings,
): ExpectedRun | null {
  const measured = around.history(key, at);
  if (measured !== null) return { seconds: measured, source: "ledger" };
  const seconds = rooflineSeconds(layer, at, around.cores);
  return seconds === null ? null : { seconds, source: "roofline" };
}

/** Building a case's layer and measuring the points; an adaptive policy is counted at its limits. */
export function expectedTime({ planned, coordinates, timing }: CaseWork, around: Surroundings): ExpectedTime {
  if (planned.case.op === "foreign") return { seconds: null, points: 0, pointsFromLedger: 0 };
  const draws = drawCount(planned.case.workload);
  const runs = coordinates.map((at) => expectedRun(planned, at, around));
  const known = runs.filter((run) => run !== null);
  const seconds = known.reduce((sum, run) => sum + draws * runCount(timing, run.seconds) * run.seconds, 0);
  return {
    seconds: known.length < runs.length ? null : seconds + (runs.length > 0 ? SECONDS_PER_CASE : 0),
    points: runs.length,
    pointsFromLedger: known.filter(({ source }) => source === "ledger").length,
  };
}

/** Runs of one draw of a point, warm-up and all; see `wantsMore` for what ends an adaptive series. */
function runCount(timing: TimingPolicy, secondsPerRun: number): number {
  if (timing.kind === "fixed") return timing.warmup + timing.runs;
  const inBudget = Math.ceil(timing.maxSeconds / secondsPerRun);
  return timing.warmup + Math.min(timing.maxRuns, Math.max(timing.minRuns, inBudget));
}
