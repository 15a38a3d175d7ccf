import type { Coordinates } from "../identity/keys.js";
import type { PlannedCase } from "../plan/plan.js";
import type { PointState } from "./point-state.js";
import type { AttemptRecord, OutcomeRecord } from "./records.js";

/** One attempt as far as the journal tells it; no outcome: it is running, or its process died. */
export interface AttemptState {
  readonly startedAt: string;
  readonly record: AttemptRecord;
  outcome: OutcomeRecord | null;
  /** How many of its points were measured. */
  measured: number;
  /** What it measured, where it belongs to a qualification. */
  readonly qualified: PointState[];
}

/** What is known of one case in one arm. */
export interface CaseState {
  readonly key: string;
  readonly arm: string | null;
  /** `null`: measured once, no longer planned. */
  planned: PlannedCase | null;
  /** What it was before a plan dropped it; `null` while it is planned. */
  dropped: PlannedCase | null;
  /** The record of each point that counts before its others, by `coordinatesId`; it may be an older one. */
  readonly points: Map<string, PointState>;
  /** All records of the points that were measured with several sources or environments, one of each. */
  readonly contenders: Map<string, readonly PointState[]>;
  readonly attempts: AttemptState[];
}

export type CaseProgress = "done" | "failed" | "partial" | "missing";

/** A text that tells the points of one case apart, e.g. `tokens=64`. */
export function coordinatesId(coordinates: Coordinates): string {
  const axes = Object.keys(coordinates);
  const [only] = axes;
  // Asked for every point of a campaign, several times over.
  if (only !== undefined && axes.length === 1) return `${only}=${coordinates[only]}`;
  return axes
    .sort()
    .map((axis) => `${axis}=${coordinates[axis]}`)
    .join(",");
}

const idsOfSweeps = new WeakMap<readonly Coordinates[], readonly string[]>();

/** The `coordinatesId` of each point of a sweep; worked out once, since every count of a campaign asks for them. */
export function sweepIds(coordinates: readonly Coordinates[]): readonly string[] {
  const known = idsOfSweeps.get(coordinates);
  if (known) return known;
  const ids = coordinates.map(coordinatesId);
  idsOfSweeps.set(coordinates, ids);
  return ids;
}

/** The points of a case as it is planned; where its callback decides them, those that it has written. */
export function plannedIds({ planned, points }: CaseState): readonly string[] {
  return planned?.rows ? [...points.keys()] : sweepIds(planned?.coordinates ?? []);
}

/** The planned points that have no record, in their order. */
export function missingCoordinates({ planned, points }: CaseState): Coordinates[] {
  if (!planned) return [];
  const ids = sweepIds(planned.coordinates);
  return planned.coordinates.filter((_, index) => !points.has(ids[index] ?? ""));
}

/** A case whose last attempt failed is failed, whatever it measured before; its points stay. */
export function progressOf(state: CaseState): CaseProgress {
  if (lastTelling(state)?.outcome?.outcome === "failed") return "failed";
  if (isWhole(state)) return "done";
  return state.points.size > 0 ? "partial" : "missing";
}

/** All its points are there. A callback that decides them has measured them once it has returned. */
function isWhole(state: CaseState): boolean {
  if (!state.planned?.rows) return missingCoordinates(state).length === 0;
  return lastTelling(state)?.outcome?.outcome === "passed";
}

/**
 * The last attempt that tells how its case stands: one that ended, or that had measured all it was handed when the run
 * was killed. Those of qualifications count there alone.
 */
function lastTelling({ attempts }: CaseState): AttemptState | undefined {
  return attempts.findLast(
    ({ record, outcome, measured }) =>
      record.qualification === undefined && (outcome !== null || (record.points > 0 && measured >= record.points)),
  );
}

/** The outcome of the last attempt that ended. Those of qualifications count there alone. */
export function lastOutcome(state: CaseState): OutcomeRecord | null {
  const counts = ({ record, outcome }: AttemptState) => outcome !== null && record.qualification === undefined;
  return state.attempts.findLast(counts)?.outcome ?? null;
}
