import { groupsOf } from "./groups.js";
import type { Overview } from "./report.js";

export type Experiment = NonNullable<Overview["experiment"]>;
export type CallbackResult = Experiment["callbacks"][number];
export type Comparison = Experiment["comparisons"][number];

/** One callback in all arms of a round. */
export interface CallbackRow {
  readonly round: number;
  /** Its number in the order of the plan, from 1. */
  readonly number: number;
  readonly case: string;
  readonly name: string;
  /** By the arm's name. */
  readonly results: ReadonlyMap<string, CallbackResult>;
}

/** The callbacks of an experiment, one a row. */
export function callbackRows({ callbacks, experiment }: Experiment): readonly CallbackRow[] {
  const rows = groupsOf(callbacks, (callback) => `${callback.round} ${callback.case}`);
  const aRound = rows.length / (experiment.rounds ?? 1);
  return rows.map((results, index) => ({
    round: results[0]?.round ?? 1,
    number: (index % aRound) + 1,
    case: results[0]?.case ?? "",
    name: results[0]?.name ?? "",
    results: new Map(results.map((result) => [result.side, result])),
  }));
}

/** The value of an arm, without the field that all arms share: `reclaim=never` is `never`. */
export function armValue({ experiment }: Experiment, arm: string): string {
  const field = `${experiment.vary}=`;
  return arm.startsWith(field) ? arm.slice(field.length) : arm;
}

/** Address part of a case in an arm, as `ReportCase.key` has it. */
export function caseInArm(arm: string, key: string): string {
  return `${arm}-${key}`;
}

/** How much longer a point took in the second arm: second / first. */
export interface PointRatio {
  readonly place: string;
  readonly ratio: number;
}

/** The ratios of the points that both arms of a comparison measured, case by case; cases without any are left out. */
export function pointRatios(
  rows: readonly CallbackRow[],
  [first, second]: Comparison["arms"],
): readonly { readonly name: string; readonly ratios: readonly PointRatio[] }[] {
  const isRepeated = rows.some(({ round }) => round > 1);
  return rows
    .filter(({ results }) => [first, second].every((arm) => results.get(arm)?.state === "done"))
    .map(({ name, round, results }) => {
      const others = results.get(second)?.mediansMs ?? {};
      const ratios = Object.entries(results.get(first)?.mediansMs ?? {}).flatMap(([place, ms]) => {
        const other = others[place];
        return other === undefined ? [] : [{ place, ratio: other / ms }];
      });
      return { name: isRepeated ? `${name}, round ${round}` : name, ratios };
    })
    .filter(({ ratios }) => ratios.length > 0);
}

/** Geometric mean of some ratios. */
export function meanRatio(ratios: readonly PointRatio[]): number {
  return Math.exp(ratios.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / Math.max(1, ratios.length));
}
