import type { Coordinates } from "../identity/keys.js";
import { type CaseState, coordinatesId, progressOf } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { PointState } from "../ledger/point-state.js";
import { standingOf } from "../ledger/point-standing.js";
import type { FailureClass } from "../plan/failure-class.js";
import type { PlannedCase } from "../plan/plan.js";
import { armsByRound } from "../plan/rounds.js";
import { policyOf } from "./policy-of.js";
import { type Selection, WHAT_IS_LEFT } from "./selection.js";
import { isToBeSteadied } from "./unsteady.js";

/** A case in one arm, and the points of it that are to be measured. */
export interface WorkItem {
  readonly case: PlannedCase;
  readonly arm: string | null;
  readonly coordinates: readonly Coordinates[];
  /** How its attempts in this run failed so far. */
  readonly failures?: readonly FailureClass[];
}

/** Work that a selection finds, in the plan's order. */
export function remainingWork(fold: CampaignFold, selection: Selection = WHAT_IS_LEFT): WorkItem[] {
  const items = fold.planned().flatMap((state): WorkItem[] => {
    const coordinates = workOn(fold, state, selection);
    return state.planned && coordinates ? [{ case: state.planned, arm: state.arm, coordinates }] : [];
  });
  if (fold.plan?.experiment?.order !== "interleaved") return items;
  return armsByRound(fold.plan.arms ?? []).flatMap((arms) =>
    interleaved(items.filter((item) => arms.some(({ name }) => name === item.arm))),
  );
}

/** The points of a case that are to be measured; `null`: nothing is. */
function workOn(fold: CampaignFold, state: CaseState, selection: Selection): readonly Coordinates[] | null {
  const { planned, points } = state;
  const { retryFailed, only, remeasure } = selection;
  if (!planned || !fold.plan || (only && !only(state))) return null;
  const progress = progressOf(state);
  if (progress === "failed" && !retryFailed && !only) return null;
  const policy = policyOf(fold.plan, state.arm);
  const isAgain = (point: PointState) => {
    const isOlder = remeasure.includes("older") && standingOf(point, fold.provenance, new Date()) === "older";
    return isOlder || point.flags.some((flag) => remeasure.includes(flag));
  };
  // A callback that decides its points is run as a whole, or not at all.
  if (planned.rows) return progress !== "done" || [...points.values()].some(isAgain) ? [] : null;
  const work = planned.coordinates.filter((coordinates) => {
    const point = points.get(coordinatesId(coordinates));
    return !point || isToBeSteadied(point, policy) || isAgain(point);
  });
  if (work.length > 0) return work;
  // A case that failed after its last point is not done: only a whole sweep can show that it passes.
  return progress === "failed" ? planned.coordinates : null;
}

/**
 * Arm after arm of one round turned into case after case; cases keep their order in each arm. The arms take turns in
 * going first, since whoever does finds the machine as another layer left it.
 */
function interleaved(items: readonly WorkItem[]): WorkItem[] {
  const byCase = new Map<string, WorkItem[]>();
  for (const item of items) {
    const known = byCase.get(item.case.key);
    if (known) known.push(item);
    else byCase.set(item.case.key, [item]);
  }
  return [...byCase.values()].flatMap((arms, index) => (index % 2 === 0 ? arms : arms.toReversed()));
}

/** Work that devices take from: first come, first served, each item held by one device at a time. */
export class WorkQueue {
  readonly #items: WorkItem[];
  readonly #held = new Set<WorkItem>();
  #waiting: (() => void)[] = [];
  #closed = false;

  constructor(items: readonly WorkItem[]) {
    this.#items = [...items];
  }

  /**
   * The next item that `runtime` can measure, left in its place; waits while there is none and another device may still
   * give one back. `null`: none will come.
   */
  async next(runtime: string): Promise<WorkItem | null> {
    for (;;) {
      const item = this.#closed ? undefined : this.#items.find((candidate) => isFor(candidate, runtime));
      if (item) return item;
      if (this.#closed || ![...this.#held].some((held) => isFor(held, runtime))) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Takes the next item for `runtime`, of one arm where that is said; `null` when there is none (any more). */
  take(runtime: string, arm?: string | null): WorkItem | null {
    if (this.#closed) return null;
    const index = this.#items.findIndex((item) => isFor(item, runtime) && (arm === undefined || item.arm === arm));
    const [item = null] = index < 0 ? [] : this.#items.splice(index, 1);
    if (item) this.#held.add(item);
    return item;
  }

  /** Whether an item of this arm is left for `runtime`, those that devices hold aside. */
  has(runtime: string, arm: string | null): boolean {
    return !this.#closed && this.#items.some((item) => item.arm === arm && isFor(item, runtime));
  }

  /** Returns an item that could not be begun; it is the next one to be taken. */
  putBack(item: WorkItem): void {
    this.#items.unshift(item);
    this.done(item, null);
  }

  /**
   * Gives up an item that was taken; `again`: what of it is to be measured again, after all others of its arm, so that
   * the arm's worker need not wait for the end of those that follow.
   */
  done(item: WorkItem, again: WorkItem | null): void {
    this.#held.delete(item);
    if (again) this.#items.splice(this.#items.findLastIndex(({ arm }) => arm === again.arm) + 1, 0, again);
    this.#wake();
  }

  /** Hands out nothing from here on. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

function isFor(item: WorkItem, runtime: string): boolean {
  return item.case.case.runtime === runtime;
}
