import { type CaseState, coordinatesId } from "./case-state.js";
import { currentOf, laterOf } from "./point-standing.js";
import type { PointState } from "./point-state.js";
import type { ProvenanceState } from "./provenance-state.js";

type Measured = Pick<CaseState, "points" | "contenders">;
type MeasuredCase = Measured & Pick<CaseState, "planned" | "dropped">;
/** What two records of one point, of the same origin, become. */
type Again = (earlier: PointState, later: PointState) => PointState;

/** Adds a record to those of its point, and chooses the one that counts before the others. */
export function addMeasured(measured: MeasuredCase, point: PointState, provenance: ProvenanceState): void {
  provenance.basis.measured(point.origin);
  const id = coordinatesId(point.record.coordinates);
  const known = measured.points.get(id);
  // The same row of a collector is a further sample; nothing says which of two is better.
  const isRow = (measured.planned ?? measured.dropped)?.rows !== undefined;
  const again: Again = isRow ? (earlier, later) => later.withSamplesOf(earlier) : laterOf;
  if (!known) return void measured.points.set(id, point);
  if (!measured.contenders.has(id) && known.origin.id === point.origin.id) {
    return void measured.points.set(id, counted(again, known, point));
  }
  measured.contenders.set(id, withRecord(measured.contenders.get(id) ?? [known], point, again));
  choose(measured, id, provenance);
}

/** Chooses again, after what counts has changed. */
export function chooseAgain(measured: Measured, provenance: ProvenanceState): void {
  for (const id of measured.contenders.keys()) choose(measured, id, provenance);
}

function choose({ points, contenders }: Measured, id: string, provenance: ProvenanceState): void {
  const chosen = currentOf(contenders.get(id) ?? [], provenance);
  if (chosen) points.set(id, chosen);
}

/** One record of each origin, in the order of writing. */
function withRecord(records: readonly PointState[], point: PointState, again: Again): PointState[] {
  const known = records.find(({ origin }) => origin.id === point.origin.id);
  if (!known) return [...records, point];
  const kept = counted(again, known, point);
  if (kept === known) return [...records];
  return [...records.filter((record) => record !== known), kept];
}

/** The same point, measured once more with the same sources in the same environment. */
function counted(again: Again, earlier: PointState, later: PointState): PointState {
  const kept = again(earlier, later);
  kept.timesMeasured = earlier.timesMeasured + 1;
  return kept;
}
