import { type CaseState, progressOf } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { PointState } from "../ledger/point-state.js";
import type { Arm } from "../plan/plan.js";
import { armsByRound, sideOf } from "../plan/rounds.js";
import { equivalence, type Pair } from "./equivalence.js";
import type { Comparison } from "./findings.js";

type Arms = readonly [first: string, second: string];
type PairedCase = readonly [first: CaseState, second: CaseState];

/**
 * Compares two sides of an experiment, in each of its rounds and over all of them: every case of every round is one
 * observation.
 * @param margin relative margin of equivalence
 */
export function compareSides(fold: CampaignFold, sides: Arms, margin: number): Comparison {
  const rounds = armsByRound(fold.plan?.arms ?? []).map((arms) => armsOf(arms, sides));
  const cases = rounds.flatMap((arms) => pairedCases(fold, arms));
  const points = cases.flatMap(pairedPoints);
  const sameOrders = rounds.every((arms) => sameOrder(fold, arms));
  return {
    arms: sides,
    cases: cases.length,
    equalKeys: cases.every(([first, second]) => sameList(measured(first).toSorted(), measured(second).toSorted())),
    equalOrder: sameOrders && cases.every(([first, second]) => sameList(measured(first), measured(second))),
    equalKernels: points.every(([first, second]) => first.record.point.kernel === second.record.point.kernel),
    equalRouting: points.every(([first, second]) => sameList(routing(first), routing(second))),
    latency: equivalence(cases.map(latencyPairs), margin),
    rounds: rounds.map((arms) => equivalence(pairedCases(fold, arms).map(latencyPairs), margin)),
  };
}

/** The arms of two sides in one round. */
function armsOf(arms: readonly Arm[], sides: Arms): Arms {
  const nameOf = (side: string) => arms.find((arm) => sideOf(arm) === side)?.name ?? side;
  return [nameOf(sides[0]), nameOf(sides[1])];
}

/** Medians in ms of the points of a case that both arms measured. */
function latencyPairs(pair: PairedCase): Pair[] {
  return pairedPoints(pair).map(([first, second]) => [first.statistics.medianMs, second.statistics.medianMs]);
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
