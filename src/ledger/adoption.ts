import { agreementOf, type Agreement, type PointPair } from "./agreement.js";
import { coordinatesId } from "./case-state.js";
import type { CampaignFold } from "./fold.js";
import type { PointState } from "./point-state.js";
import { hasPassed } from "./provenance-state.js";
import type { ClosureRecord, QualificationRecord } from "./provenance-records.js";

/** What speaks for adopting the points of an older closure, or against it. */
export interface AdoptionCase {
  readonly closure: ClosureRecord;
  readonly qualification: QualificationRecord;
  /** Environments in which points of the closure were measured that the qualification measured, too. */
  readonly environments: readonly string[];
  readonly agreement: Agreement;
}

/** Older points cannot be adopted. */
export class AdoptionRefused extends Error {
  override readonly name = "AdoptionRefused";
}

/** A beginning of a closure's hash that no closure of the campaign has, or several. */
export class ClosureNotFound extends Error {
  override readonly name = "ClosureNotFound";
}

/**
 * Compares the points of an older closure with those of the qualification that counts now.
 * @param closure a beginning of its hash
 * @throws ClosureNotFound
 * @throws AdoptionRefused where the closure counts already, no qualification has passed, or no point was measured by both
 */
export function adoptionCase(fold: CampaignFold, closure: string): AdoptionCase {
  const found = findClosure(fold, closure);
  const { provenance } = fold;
  if (provenance.basis.closuresOf(found.runtime)?.has(found.closure)) {
    throw new AdoptionRefused(
      `${found.closure.slice(0, 12)} is the closure that counts now: its points need no adoption`,
    );
  }
  const qualification = provenance.qualifications.findLast((record) =>
    record.subjects.some(({ runtime }) => runtime === found.runtime),
  );
  if (!qualification || provenance.qualified !== "passed" || !hasPassed(qualification)) {
    throw new AdoptionRefused("no qualification has passed with which the older points could be compared");
  }
  const pairs = pairsOf(fold, found, qualification);
  if (pairs.length === 0) {
    throw new AdoptionRefused(
      "the qualification measured none of the points of that closure: there is nothing to compare",
    );
  }
  const environments = [...new Set(pairs.flatMap(({ older }) => older.origin.environment ?? []))];
  return { closure: found, qualification, environments, agreement: agreementOf(fold, pairs) };
}

/** @throws ClosureNotFound with those that there are */
function findClosure({ provenance }: CampaignFold, beginning: string): ClosureRecord {
  const known = [...provenance.closures.values()];
  const found = known.filter(({ closure }) => closure.startsWith(beginning));
  const [only] = found;
  if (only && found.length === 1) return only;
  const there = known.map(({ closure, runtime }) => `  ${closure.slice(0, 12)} (${runtime})`).join("\n");
  throw new ClosureNotFound(`${beginning} begins ${found.length} of the campaign's closures; there are:\n${there}`);
}

/** The points that both measured; of several measurements by the qualification, the last. */
function pairsOf(
  fold: CampaignFold,
  { closure, runtime }: ClosureRecord,
  { qualification }: QualificationRecord,
): PointPair[] {
  const attempts = fold.attempts.filter(({ record }) => record.qualification === qualification);
  const qualified = new Map<string, PointState>();
  for (const point of attempts.flatMap((attempt) => attempt.qualified)) {
    if (point.origin.runtime === runtime)
      qualified.set(`${point.record.case} ${coordinatesId(point.record.coordinates)}`, point);
  }
  return [...qualified.values()].flatMap((point) => {
    const { case: key, arm, coordinates } = point.record;
    const contenders = fold.caseState(key, arm).contenders.get(coordinatesId(coordinates)) ?? [];
    return contenders.filter(({ origin }) => origin.closure === closure).map((older) => ({ older, qualified: point }));
  });
}
