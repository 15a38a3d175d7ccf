import type { Coordinates } from "../identity/keys.js";
import type { Failure } from "./failure.js";
import type { OpenChannel } from "./worker-channel.js";

/** What a worker is started with. */
export interface WorkerOptions {
  readonly open: OpenChannel;
  readonly device: { readonly name: string; readonly threads: number };
  readonly scratchDir: string;
  /** Until it must have loaded. */
  readonly loadSeconds: number;
  /** Between TERM and KILL. */
  readonly graceSeconds: number;
  readonly signals: {
    /** Its abort kills the worker's group at once; an attempt that it holds ends as interrupted. */
    readonly stop: AbortSignal;
    /** Its abort does the same to a worker that has not loaded yet. */
    readonly ending: AbortSignal;
  };
}

/** How long an attempt may take. */
export interface AttemptDeadlines {
  /** Seconds for the whole of it; `null`: its points alone are bounded. */
  readonly caseSeconds: number | null;
  /** Seconds until the next sign of progress while a point is measured; `null`: before the first point. */
  pointSeconds(coordinates: Coordinates | null): number;
}

/** A worker that did not come up; `failure` says how. */
export class WorkerStartFailed extends Error {
  override readonly name = "WorkerStartFailed";
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}
