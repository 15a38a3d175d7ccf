import { type CaseProgress, type CaseState, plannedIds, progressOf } from "./case-state.js";
import type { CampaignFold } from "./fold.js";
import { standingOf } from "./point-standing.js";

/** How far a campaign is. Cases in several arms count once an arm. */
export interface Counts {
  readonly cases: { readonly planned: number; readonly done: number; readonly failed: number; readonly left: number };
  /** `planned` is the sum of the next four: current, older, never measured by a case that failed, not measured yet. */
  readonly points: {
    readonly planned: number;
    readonly done: number;
    readonly older: number;
    readonly failed: number;
    readonly missing: number;
    /** Of those measured. */
    readonly flagged: number;
  };
}

/** Counts the planned cases and points of a campaign, as they stand at a moment (decisions expire); default: now. */
export function countsOf(fold: CampaignFold, at = new Date()): Counts {
  const cases = { planned: 0, done: 0, failed: 0, left: 0 };
  const points = { planned: 0, done: 0, older: 0, failed: 0, missing: 0, flagged: 0 };
  for (const state of fold.planned()) {
    const progress = progressOf(state);
    cases.planned += 1;
    cases[progress === "done" || progress === "failed" ? progress : "left"] += 1;
    for (const place of pointPlaces(fold, { state, progress, at })) points[place] += 1;
    points.planned += plannedIds(state).length;
    for (const { flags } of state.points.values()) points.flagged += flags.length > 0 ? 1 : 0;
  }
  return { cases, points };
}

type Place = "done" | "older" | "failed" | "missing";

interface CountedCase {
  readonly state: CaseState;
  readonly progress: CaseProgress;
  readonly at: Date;
}

/** Where each planned point of a case stands. */
function pointPlaces({ provenance }: CampaignFold, { state, progress, at }: CountedCase): Place[] {
  const unmeasured = progress === "failed" ? "failed" : "missing";
  return plannedIds(state).map((id) => {
    const point = state.points.get(id);
    if (!point) return unmeasured;
    return standingOf(point, provenance, at) === "current" ? "done" : "older";
  });
}
