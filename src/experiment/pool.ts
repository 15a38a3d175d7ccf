import { keyOf } from "../identity/keys.js";
import type { CampaignFold } from "../ledger/fold.js";
import { differingFields } from "../plan/plan-refused.js";
import { compareArms, latencyPairs } from "./comparison.js";
import { equivalence } from "./equivalence.js";
import type { Comparison } from "./findings.js";

/** One run of an experiment, in a folder of its own. */
export interface ExperimentRun {
  readonly directory: string;
  readonly fold: CampaignFold;
}

/** Two arms in one run. */
export interface RunComparison {
  readonly directory: string;
  readonly comparison: Comparison;
}

/** Two arms over all runs: each case of each run is one observation. */
export interface PooledComparison {
  readonly runs: readonly RunComparison[];
  readonly pooled: Comparison;
}

const SHOWN_DIGITS = 12;

/** Runs that are no runs of one experiment. */
export class RunsDiffer extends Error {
  override readonly name = "RunsDiffer";
}

/**
 * Holds every further arm against the first over several runs of one experiment, which say together what one alone may
 * not: a machine that is slow for seconds at a time slows whole cases.
 * @throws RunsDiffer where a folder holds no experiment, the same run twice, another one, or one of other code
 */
export function poolRuns(runs: readonly ExperimentRun[]): PooledComparison[] {
  const [first, ...later] = runs;
  if (first === undefined) return [];
  const { arms, experiment } = planOf(first);
  for (const run of later) refuseOther(first, run);
  refuseSameRuns(runs);
  const [one = "", ...others] = arms.map(({ name }) => name);
  return others.map((other) => pooledComparison(runs, [one, other], experiment.margin));
}

function pooledComparison(
  runs: readonly ExperimentRun[],
  arms: readonly [string, string],
  margin: number,
): PooledComparison {
  const compared = runs.map(({ directory, fold }) => ({ directory, comparison: compareArms(fold, arms, margin) }));
  const comparisons = compared.map(({ comparison }) => comparison);
  const pairs = runs.flatMap(({ fold }) => latencyPairs(fold, arms));
  return {
    runs: compared,
    pooled: {
      arms,
      cases: pairs.length,
      equalKeys: comparisons.every(({ equalKeys }) => equalKeys),
      equalOrder: comparisons.every(({ equalOrder }) => equalOrder),
      equalKernels: comparisons.every(({ equalKernels }) => equalKernels),
      equalRouting: comparisons.every(({ equalRouting }) => equalRouting),
      latency: equivalence(pairs, margin),
    },
  };
}

function planOf({ directory, fold: { plan } }: ExperimentRun) {
  if (plan?.arms && plan.experiment) return { cases: plan.cases, arms: plan.arms, experiment: plan.experiment };
  throw new RunsDiffer(`${directory} holds no paired experiment: \`assay paired FILE --vary FIELD=A,B\` makes one`);
}

/** A run taken twice would count as proof of itself. */
function refuseSameRuns(runs: readonly ExperimentRun[]): void {
  for (const [index, { directory, fold }] of runs.entries()) {
    const same = runs.slice(0, index).find((earlier) => earlier.fold.startedAt === fold.startedAt);
    if (same) throw new RunsDiffer(`${same.directory} and ${directory} are one run: name each run once`);
  }
}

function refuseOther(first: ExperimentRun, other: ExperimentRun): void {
  const [left, right] = [factsOf(first), factsOf(other)];
  const differing = differingFields(left, right);
  if (differing.length === 0) return;
  throw new RunsDiffer(
    `${first.directory} and ${other.directory} are no runs of one experiment: they differ in ${differing.join("; ")}. ` +
      "Leave one of them out, or measure it again as the other",
  );
}

/** What runs of one experiment have in common. Which arm is named first may change from one to the next. */
function factsOf(run: ExperimentRun): object {
  const { cases, arms, experiment } = planOf(run);
  const origins = new Set([...run.fold.workers.values()].map(({ origin }) => origin.id));
  return {
    experiment,
    arms: Object.fromEntries(arms.map(({ name, policy }) => [name, policy])),
    cases: keyOf(cases.map(({ key, coordinates }) => ({ key, coordinates }))).slice(0, SHOWN_DIGITS),
    "code and environment": [...origins].map((id) => keyOf(id).slice(0, SHOWN_DIGITS)).toSorted(),
  };
}
