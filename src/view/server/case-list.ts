import { type CaseState, missingCoordinates } from "../../ledger/case-state.js";
import type { CampaignFold } from "../../ledger/fold.js";
import type { ReportData } from "../report/data.js";
import { summariseCase } from "../report/report-case.js";

/** A case as the page has it. */
interface ListedCase {
  /** Its summary as JSON. */
  readonly json: string;
  /** The record with which it changed last. */
  readonly changedAt: number;
  readonly state: ReturnType<typeof summariseCase>["state"];
  readonly planned: number;
  readonly done: number;
  readonly flagged: number;
  readonly timedSeconds: number;
}

/** The planned cases of a campaign in short, each worked out again only when it changed. */
export class CaseList {
  readonly #cases = new Map<CaseState, ListedCase>();
  #order: readonly CaseState[] = [];

  /** Takes over what changed up to record `n`. */
  update(fold: CampaignFold, touched: ReadonlySet<CaseState>, n: number): void {
    this.#order = fold.planned();
    for (const state of touched) this.#cases.set(state, listed(state, n));
  }

  /** All cases in the plan's order, as a JSON array. */
  json(): string {
    return `[${this.#listed()
      .map(({ json }) => json)
      .join(",")}]`;
  }

  /** The cases that changed after record `n`, as a JSON array. */
  jsonSince(n: number): string {
    const changed = this.#listed().filter(({ changedAt }) => changedAt > n);
    return `[${changed.map(({ json }) => json).join(",")}]`;
  }

  /** Points that a run would still measure: those of failed cases are left alone. */
  pointsLeft(): number {
    return this.#listed().reduce((sum, { state, planned, done }) => sum + (state === "failed" ? 0 : planned - done), 0);
  }

  totals(): ReportData["totals"] {
    const cases = { planned: 0, done: 0, failed: 0, left: 0 };
    const points = { planned: 0, done: 0, flagged: 0 };
    let timedSeconds = 0;
    for (const one of this.#listed()) {
      cases.planned += 1;
      cases[one.state === "done" || one.state === "failed" ? one.state : "left"] += 1;
      points.planned += one.planned;
      points.done += one.done;
      points.flagged += one.flagged;
      timedSeconds += one.timedSeconds;
    }
    return { cases, points, timedSeconds };
  }

  #listed(): readonly ListedCase[] {
    return this.#order.flatMap((state) => this.#cases.get(state) ?? []);
  }
}

function listed(state: CaseState, n: number): ListedCase {
  const summary = summariseCase(state);
  const points = [...state.points.values()];
  return {
    json: JSON.stringify(summary),
    changedAt: n,
    state: summary.state,
    planned: summary.plannedPoints,
    done: summary.plannedPoints - missingCoordinates(state).length,
    flagged: points.filter(({ flags }) => flags.length > 0).length,
    // The sum of the samples is their number times their mean, whether they are at hand or not.
    timedSeconds: points.reduce(
      (sum, { statistics, record }) =>
        sum + (statistics.n * statistics.meanMs * record.point.method.iterationsPerSample) / 1000,
      0,
    ),
  };
}
