import { missingCoordinates, progressOf } from "./case-state.js";
import type { CampaignFold } from "./fold.js";

/** How far a campaign is. Cases in several arms count once an arm. */
export interface Counts {
  readonly cases: { readonly planned: number; readonly done: number; readonly failed: number; readonly left: number };
  readonly points: { readonly planned: number; readonly done: number; readonly flagged: number };
}

/** Counts the planned cases and points of a campaign. */
export function countsOf(fold: CampaignFold): Counts {
  const cases = { planned: 0, done: 0, failed: 0, left: 0 };
  const points = { planned: 0, done: 0, flagged: 0 };
  for (const state of fold.planned()) {
    const progress = progressOf(state);
    cases.planned += 1;
    cases[progress === "done" || progress === "failed" ? progress : "left"] += 1;
    const planned = state.planned?.coordinates.length ?? 0;
    points.planned += planned;
    points.done += planned - missingCoordinates(state).length;
    for (const { flags } of state.points.values()) points.flagged += flags.length > 0 ? 1 : 0;
  }
  return { cases, points };
}
