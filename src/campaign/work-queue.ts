import type { Coordinates } from "../identity/keys.js";
import { missingCoordinates, progressOf } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { PlannedCase } from "../plan/plan.js";

/** A case in one arm, and the points of it that are to be measured. */
export interface WorkItem {
  readonly case: PlannedCase;
  readonly arm: string | null;
  readonly coordinates: readonly Coordinates[];
}

/** Work that is left, in the plan's order; failed cases are left alone. */
export function remainingWork(fold: CampaignFold): WorkItem[] {
  const items = fold.planned().flatMap((state): WorkItem[] => {
    const coordinates = missingCoordinates(state);
    if (!state.planned || coordinates.length === 0 || progressOf(state) === "failed") return [];
    return [{ case: state.planned, arm: state.arm, coordinates }];
  });
  return fold.plan?.experiment?.order === "interleaved" ? interleaved(items) : items;
}

/** Arm after arm turned into case after case; arms and cases keep their order. */
function interleaved(items: readonly WorkItem[]): WorkItem[] {
  const cases = [...new Set(items.map((item) => item.case.key))];
  return cases.flatMap((key) => items.filter((item) => item.case.key === key));
}

/** Work that devices take from: first come, first served, each item once. */
export class WorkQueue {
  readonly #items: WorkItem[];
  #closed = false;

  constructor(items: readonly WorkItem[]) {
    this.#items = [...items];
  }

  /** The next item that `runtime` can measure, or `null` when there is none. */
  take(runtime: string): WorkItem | null {
    if (this.#closed) return null;
    const index = this.#items.findIndex((item) => item.case.case.runtime === runtime);
    return index < 0 ? null : (this.#items.splice(index, 1)[0] ?? null);
  }

  /** Whether an item of this arm is left for `runtime`. */
  has(runtime: string, arm: string | null): boolean {
    return !this.#closed && this.#items.some((item) => item.arm === arm && item.case.case.runtime === runtime);
  }

  /** Returns an item that could not be begun; it is the next one to be taken. */
  putBack(item: WorkItem): void {
    this.#items.unshift(item);
  }

  /** Hands out nothing from here on. */
  close(): void {
    this.#closed = true;
  }
}

