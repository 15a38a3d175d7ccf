import { coordinatesId } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { PlannedCase } from "../plan/plan.js";

/**
 * The cases whose full sweeps qualify a runtime: the largest layer first, then whatever covers an op or callback, a case
 * measured before, a dtype, or a model that none of the chosen has; of equal ones the larger layer. Where there are fewer
 * than `count`, they come again from the first: what leaks shows in a row of callbacks, not in one.
 */
export function qualificationCases(fold: CampaignFold, runtime: string, count: number): PlannedCase[] {
  const candidates = (fold.plan?.cases ?? []).filter((planned) => planned.case.runtime === runtime);
  const chosen: PlannedCase[] = [];
  while (chosen.length < Math.min(count, candidates.length)) {
    const [best] = candidates
      .filter((candidate) => !chosen.includes(candidate))
      .map((candidate) => ({ candidate, worth: worthOf(fold, candidate, chosen) }))
      .toSorted((one, other) => compare(other.worth, one.worth));
    if (best) chosen.push(best.candidate);
  }
  return Array.from({ length: chosen.length === 0 ? 0 : count }, (_, index) => chosen[index % chosen.length]).flatMap(
    (planned) => planned ?? [],
  );
}

/** What a case adds to those chosen, the weightier figures first. */
function worthOf(fold: CampaignFold, candidate: PlannedCase, chosen: readonly PlannedCase[]): number[] {
  if (chosen.length === 0) return [candidate.weightBytes];
  const isNew = (of: (planned: PlannedCase) => string) => Number(!chosen.some((known) => of(known) === of(candidate)));
  return [
    isNew((planned) => planned.case.op),
    isNew((planned) => planned.case.callback),
    Number(isMeasured(fold, candidate)),
    isNew(({ case: layer }) => (layer.op === "moe" ? layer.dtype : "")),
    isNew((planned) => planned.models.join()),
    candidate.weightBytes,
  ];
}

/** Sweeps that were measured before can be compared. */
function isMeasured(fold: CampaignFold, { key, coordinates, rows }: PlannedCase): boolean {
  const { points } = fold.caseState(key, null);
  if (rows) return points.size > 0;
  return coordinates.some((place) => points.has(coordinatesId(place)));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((figure, index) => figure !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
