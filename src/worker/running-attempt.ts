import { canonicalJson } from "../identity/canonical-json.js";
import type { Coordinates } from "../identity/keys.js";
import { checkSamples } from "../measure/statistics.js";
import type { MeasuredPoint } from "../protocol/facts.js";
import type { Report, RunCommand } from "../protocol/messages.js";
import { type Failure, failureOfError, failureOfParent } from "./failure.js";

export type ReportOf<Kind extends Report["kind"]> = Extract<Report, { kind: Kind }>;

/** What an attempt tells while it runs. */
export interface AttemptListener {
  measuring(coordinates: Coordinates): void;
  point(coordinates: Coordinates, point: MeasuredPoint): void;
  /** Takes a row of a foreign callback; gives its point, or `null` where it is none. Throws for one that cannot be read. */
  row(row: Pick<ReportOf<"row">, "columns" | "cells">): Coordinates | null;
}

/** How an attempt ended: independent facts; `failure` is `null` unless it failed. */
export interface AttemptEnd {
  readonly outcome: "passed" | "drained" | "interrupted" | "failed";
  readonly failure: Failure | null;
  /** The point that was being measured when it failed; `null`: none was. */
  readonly failedAt: Coordinates | null;
  readonly returned: ReportOf<"returned"> | null;
  readonly failed: ReportOf<"failed"> | null;
  readonly reclaimed: ReportOf<"reclaimed"> | null;
  /** Why the worker is gone or going; `null`: it can take the next case. */
  readonly workerFailure: Failure | null;
}

/** A run of one case, from its command to its one end: checks what the worker says of it, and gathers it. */
export class RunningAttempt {
  readonly #left: Map<string, Coordinates>;
  #measuring: Coordinates | null = null;
  #rows = 0;
  #returned: ReportOf<"returned"> | null = null;
  #failed: ReportOf<"failed"> | null = null;

  constructor(
    readonly command: RunCommand,
    private readonly listener: AttemptListener,
    private readonly resolve: (end: AttemptEnd) => void,
  ) {
    this.#left = new Map(command.coordinates.map((coordinates) => [canonicalJson(coordinates), coordinates]));
  }

  measuring({ coordinates }: ReportOf<"measuring">): void {
    this.#checkLeft(coordinates);
    this.#measuring = coordinates;
    this.listener.measuring(coordinates);
  }

  /** @throws Error for a point that was not asked for or is told twice, or whose samples are no durations. */
  point({ coordinates, point }: ReportOf<"point">): void {
    this.#checkLeft(coordinates);
    for (const { samplesNs } of point.series) checkSamples(samplesNs);
    this.#left.delete(canonicalJson(coordinates));
    this.#measuring = null;
    this.listener.point(coordinates, point);
  }

  /** @throws Error for a row of a callback whose points were asked for, or one that cannot be read */
  row({ columns, cells }: ReportOf<"row">): Coordinates | null {
    if (!this.#isOpen) throw new Error("a row came of a callback whose points were asked for");
    const coordinates = this.listener.row({ columns, cells });
    if (coordinates) this.#rows += 1;
    return coordinates;
  }

  /** Takes the end of the callback; `true`: that is the end of the attempt as well. */
  returned(report: ReportOf<"returned">): boolean {
    this.#returned = report;
    this.#measuring = null;
    return this.command.policy.reclaim === "never";
  }

  /** Takes the callback's error; `true`: that is the end of the attempt as well. */
  failed(report: ReportOf<"failed">): boolean {
    this.#failed = report;
    return this.command.policy.reclaim !== "always";
  }

  /** Ends it as its worker said it ended. */
  finish(reclaimed: ReportOf<"reclaimed"> | null, lastOutput: string): void {
    const failure = this.#failed ? failureOfError(this.#failed.error, lastOutput) : this.#missing(lastOutput);
    const outcome = failure ? "failed" : this.#returned?.drained ? "drained" : "passed";
    this.#end(outcome, failure, { reclaimed, workerFailure: null });
  }

  /**
   * Ends it because its worker is gone. A callback that had returned, or had told its last point, has measured: what
   * failed is its worker, not the case.
   */
  lose(loss: Failure): void {
    const failure = this.#failed ? failureOfError(this.#failed.error, loss.lastOutput) : loss;
    const isMeasured = this.#left.size === 0 && this.#failed === null && (!this.#isOpen || this.#rowsAreIn);
    const outcome = this.#returned?.drained ? "drained" : isMeasured ? "passed" : outcomeOfLoss(failure);
    this.#end(outcome, outcome === "failed" ? failure : null, { reclaimed: null, workerFailure: loss });
  }

  #end(
    outcome: AttemptEnd["outcome"],
    failure: Failure | null,
    rest: Pick<AttemptEnd, "reclaimed" | "workerFailure">,
  ): void {
    const failedAt = failure ? this.#measuring : null;
    this.resolve({ outcome, failure, failedAt, returned: this.#returned, failed: this.#failed, ...rest });
  }

  /** The callback decides its points. */
  get #isOpen(): boolean {
    return this.command.coordinates.length === 0;
  }

  /** Of rows nobody knows how many there will be: they are all there once the callback has returned. */
  get #rowsAreIn(): boolean {
    return this.#returned !== null && this.#rows > 0;
  }

  /** A callback that returns early without having been told to has not measured its case. */
  #missing(lastOutput: string): Failure | null {
    if (this.#returned?.drained) return null;
    if (this.#isOpen && this.#rows === 0) {
      return failureOfParent(
        "callback_error",
        "the callback returned without a row in its `perf_filename`",
        lastOutput,
      );
    }
    if (this.#left.size === 0) return null;
    const points = [...this.#left.keys()].slice(0, 3).join(", ");
    const message = `the callback returned without ${this.#left.size} of its points: ${points}`;
    return failureOfParent("callback_error", message, lastOutput);
  }

  #checkLeft(coordinates: Coordinates): void {
    const place = canonicalJson(coordinates);
    if (!this.#left.has(place)) throw new Error(`the point ${place} was not asked for, or was told before`);
  }
}

function outcomeOfLoss({ class: kind }: Failure): "interrupted" | "failed" {
  return kind === "interrupted" ? "interrupted" : "failed";
}
