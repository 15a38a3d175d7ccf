import { type CaseState, progressOf } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { PointState } from "../ledger/point-state.js";
import { equivalence, type Pair } from "./equivalence.js";
import type { Comparison } from "./findings.js";

type Arms = readonly [first: string, second: string];
type PairedCase = readonly [first: CaseState, second: CaseState];

/** Compares two arms of a campaign. @param margin relative margin of equivalence */
export function compareArms(fold: CampaignFold, arms: Arms, margin: number): Comparison {
  const cases = pairedCases(fold, arms);
  const points = cases.flatMap(pairedPoints);
  return {
    arms,
    cases: cases.length,
    equalKeys: cases.every(([first, second]) => sameList(measured(first).toSorted(), measured(second).toSorted())),
    equalOrder: sameOrder(fold, arms) && cases.every(([first, second]) => sameList(measured(first), measured(second))),
    equalKernels: points.every(([first, second]) => first.record.point.kernel === second.record.point.kernel),
    equalRouting: points.every(([first, second]) => sameList(routing(first), routing(second))),
    latency: equivalence(latencyPairs(fold, arms), margin),
  };
}

/** Medians in ms of the points that both arms measured, case by case. */
export function latencyPairs(fold: CampaignFold, arms: Arms): Pair[][] {
  return pairedCases(fold, arms).map((pair) =>
    pairedPoints(pair).map(([first, second]) => [first.statistics.medianMs, second.statistics.medianMs]),
  );
}

/** The cases that both arms completed. */
function pairedCases(fold: CampaignFold, arms: Arms): PairedCase[] {
  return (fold.plan?.cases ?? [])
    .map(({ key }): PairedCase => [fold.caseState(key, arms[0]), fold.caseState(key, arms[1])])
    .filter((pair) => pair.every((state) => progressOf(state) === "done"));
}

/** The points of a case in the order in which they were first measured. */
function measured({ points }: CaseState): string[] {
  return [...points.keys()];
}

function pairedPoints([first, second]: PairedCase): (readonly [PointState, PointState])[] {
  return [...first.points].flatMap(([id, point]) => {
    const other = second.points.get(id);
    return other ? [[point, other] as const] : [];
  });
}

/** An arm that was cut short has begun fewer cases: those that it began count. */
function sameOrder(fold: CampaignFold, arms: Arms): boolean {
  const [first = [], second = []] = arms.map((arm) => {
    const begun = fold.attempts.filter(({ record }) => record.arm === arm).map(({ record }) => record.case);
    return [...new Set(begun)];
  });
  const common = Math.min(first.length, second.length);
  return sameList(first.slice(0, common), second.slice(0, common));
}

function routing({ record }: PointState): string[] {
  return record.point.series.map(({ achievedTokens }) => achievedTokens?.join(",") ?? "");
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
