import type { CallbackMemory, MemoryVerdict } from "../ledger/memory-verdict.js";
import type { Experiment } from "../plan/plan.js";

/**
 * `equivalent`: the ratio lies within the margin; `different`: it lies beyond it; `inconclusive`: these cases show
 * neither.
 */
export type EquivalenceVerdict = "equivalent" | "different" | "inconclusive";

/** Whether two arms take the same time, from their ratio in each case, the mean of those at its points. */
export interface Equivalence {
  readonly verdict: EquivalenceVerdict;
  /** Cases with points that both arms measured. */
  readonly cases: number;
  /** Points that both arms measured. */
  readonly pairs: number;
  /** Relative margin within which latencies count as the same. */
  readonly margin: number;
  /** Geometric mean of second / first over the cases; `null` without pairs. */
  readonly ratio: number | null;
  /** 90 % interval of `ratio`: inside the margin, both one-sided tests hold at 5 %. `null` for fewer than two cases. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Mean over standard deviation of the cases' log ratios (Cohen's d for pairs); `null` where they do not vary. */
  readonly effectSize: number | null;
}

/** Two arms held against each other, over the cases that both completed, in all rounds. */
export interface Comparison {
  readonly arms: readonly [first: string, second: string];
  /** Cases that both arms completed; one that they completed in several rounds counts in each. */
  readonly cases: number;
  /** The same points were measured. */
  readonly equalKeys: boolean;
  /** Cases were begun, and the points of each measured, in the same order. */
  readonly equalOrder: boolean;
  /** The same kernels ran. */
  readonly equalKernels: boolean;
  /** Experts got the same tokens. */
  readonly equalRouting: boolean;
  readonly latency: Equivalence;
  /** The latency of each round by itself. */
  readonly rounds: readonly Equivalence[];
}

/** One callback in one arm of one round. */
export interface CallbackResult {
  /** Its name in the journal: of several rounds, each has its own. */
  readonly arm: string;
  /** What it is compared as; the arm's name where there is one round. */
  readonly side: string;
  /** From 1. */
  readonly round: number;
  readonly case: string;
  readonly name: string;
  readonly state: "done" | "failed" | "partial" | "missing";
  readonly failure: { readonly class: string; readonly message: string } | null;
  readonly memory: CallbackMemory | null;
  readonly verdict: MemoryVerdict | null;
  /** Collections that the runtime did by itself, outside timed parts. */
  readonly automaticCollections: number | null;
  /** Median latency by point, e.g. `{"tokens=8": 12.1}`, in ms. */
  readonly mediansMs: Readonly<Record<string, number>>;
}

/** What a paired experiment found. */
export interface ExperimentResult {
  readonly experiment: Experiment;
  /** The sides that are compared. */
  readonly arms: readonly string[];
  /** Round by round, case by case in the plan's order, all arms of a case together. */
  readonly callbacks: readonly CallbackResult[];
  /** Every further arm against the first. */
  readonly comparisons: readonly Comparison[];
  /** Callbacks of it that only demonstrate something: their points are never published. */
  readonly demonstrations: readonly string[];
}
