import type { PointState } from "./point-state.js";
import type { AdoptionState, ProvenanceState } from "./provenance-state.js";

/** Whether a measured point counts; one that is not measured is missing. */
export type Standing = "current" | "older";

/**
 * The one rule for several records of one point: closure and environment that count before others, adopted ones before
 * the rest; an unflagged record before a flagged one; then the latest. Records are given in the order of writing, at
 * most one of each origin.
 */
export function currentOf(records: readonly PointState[], provenance: ProvenanceState): PointState | null {
  return records.reduce<PointState | null>((best, record) => {
    if (best === null) return record;
    const [earlier, later] = [rankOf(best, provenance), rankOf(record, provenance)];
    if (earlier !== later) return earlier > later ? best : record;
    return laterOf(best, record);
  }, null);
}

/** The rule for two records of one origin; `later` was written after `earlier`. */
export function laterOf(earlier: PointState, later: PointState): PointState {
  return later.flags.length > 0 && earlier.flags.length === 0 ? earlier : later;
}

/**
 * Whether a record counts as current at a moment: its closure and environment do, or a decision about them is in force.
 */
export function standingOf({ origin }: PointState, provenance: ProvenanceState, at: Date): Standing {
  if (provenance.basis.covers(origin)) return "current";
  const adoption = provenance.adoptionOf(origin);
  return adoption !== null && isInForce(adoption, at) ? "current" : "older";
}

/** Whether a decision holds at a moment. */
export function isInForce({ record, isOutdated }: AdoptionState, at: Date): boolean {
  return !isOutdated && at.getTime() < Date.parse(record.until);
}

/** Expiry plays no part in it: which record is shown must not depend on the day. */
function rankOf({ origin }: PointState, provenance: ProvenanceState): number {
  if (provenance.basis.covers(origin)) return 2;
  return provenance.adoptionOf(origin) === null ? 0 : 1;
}
