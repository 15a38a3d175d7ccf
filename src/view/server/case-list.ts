import type { CaseState } from "../../ledger/case-state.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { packCase } from "../report/overview.js";
import { olderPoints, summariseCase } from "../report/report-case.js";

/** A case as the page has it. */
interface ListedCase {
  /** Its summary as JSON. */
  readonly json: string;
  /** The record with which it changed last. */
  readonly changedAt: number;
}

/** The planned cases of a campaign in short, each worked out again only when it changed. */
export class CaseList {
  readonly #cases = new Map<CaseState, ListedCase>();
  #order: readonly CaseState[] = [];

  /** Takes over what changed up to record `n`. */
  update(fold: CampaignFold, touched: ReadonlySet<CaseState>, n: number): void {
    this.#order = fold.planned();
    const context = { fold, isOlder: olderPoints(fold) };
    for (const state of touched)
      this.#cases.set(state, { json: JSON.stringify(packCase(summariseCase(state, context))), changedAt: n });
  }

  /** The cases that changed after record `n`, in the plan's order, as a JSON array; 0: all. */
  jsonSince(n: number): string {
    const changed = this.#listed().filter(({ changedAt }) => changedAt > n);
    return `[${changed.map(({ json }) => json).join(",")}]`;
  }

  #listed(): readonly ListedCase[] {
    return this.#order.flatMap((state) => this.#cases.get(state) ?? []);
  }
}
