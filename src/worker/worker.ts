import type { Coordinates } from "../identity/keys.js";
import type { MeasuredPoint } from "../protocol/facts.js";
import { encodeMessage, LineSplitter, parseReport } from "../protocol/framing.js";
import { type Command, PROTOCOL_VERSION, type Report, type RunCommand } from "../protocol/messages.js";
import type { WorkerCommand } from "../runtimes/worker-command.js";
import { type Exit, type Failure, failureOfError, failureOfExit, failureOfParent } from "./failure.js";
import { nextState, type WorkerEvent, type WorkerState } from "./life.js";
import { ProgressDeadline } from "./progress-deadline.js";
import { WorkerProcess } from "./worker-process.js";

/** How long an idle worker that was told to stop may take. */
const STOP_GRACE_MS = 5_000;

type ReportOf<Kind extends Report["kind"]> = Extract<Report, { kind: Kind }>;

/** What a worker is started with. */
export interface WorkerOptions {
  readonly launch: WorkerCommand;
  readonly device: { readonly name: string; readonly threads: number };
  readonly scratchDir: string;
  readonly logPath: string;
  /** Seconds without progress after which the worker is killed. */
  readonly deadlines: { readonly load: number; readonly point: number };
  /** Its abort kills the worker's group at once; an attempt that it holds ends as interrupted. */
  readonly signal: AbortSignal;
}

/** What an attempt tells while it runs. */
export interface AttemptListener {
  measuring(coordinates: Coordinates): void;
  point(coordinates: Coordinates, point: MeasuredPoint): void;
}

/** How an attempt ended: independent facts; `failure` is `null` unless it failed. */
export interface AttemptEnd {
  readonly outcome: "passed" | "drained" | "interrupted" | "failed";
  readonly failure: Failure | null;
  readonly returned: ReportOf<"returned"> | null;
  readonly failed: ReportOf<"failed"> | null;
  readonly reclaimed: ReportOf<"reclaimed"> | null;
  /** Why the worker is gone or going; `null`: it can take the next case. */
  readonly workerFailure: Failure | null;
}

/** A worker that did not come up; `failure` says how. */
export class WorkerStartFailed extends Error {
  override readonly name = "WorkerStartFailed";
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

interface CurrentAttempt {
  readonly command: RunCommand;
  readonly listener: AttemptListener;
  readonly resolve: (end: AttemptEnd) => void;
  returned: ReportOf<"returned"> | null;
  failed: ReportOf<"failed"> | null;
}

/** One worker process, used for one attempt at a time. */
export class Worker {
  readonly #process: WorkerProcess;
  readonly #deadline: ProgressDeadline;
  readonly #lines = new LineSplitter();
  readonly #options: WorkerOptions;
  #state: WorkerState = "starting";
  #ready: ReportOf<"ready"> | null = null;
  #loaded: ReportOf<"loaded"> | null = null;
  #attempt: CurrentAttempt | null = null;
  /** Why the parent is ending the worker: the first cause wins over the exit that follows it. */
  #cause: Failure | null = null;
  readonly #started: Promise<void>;
  #settleStart: { resolve: () => void; reject: (error: WorkerStartFailed) => void };

  private constructor(options: WorkerOptions) {
    this.#options = options;
    this.#deadline = new ProgressDeadline((what, seconds) => this.#expire(what, seconds));
    this.#settleStart = { resolve: () => {}, reject: () => {} };
    this.#started = new Promise((resolve, reject) => {
      this.#settleStart = { resolve, reject };
    });
    this.#process = new WorkerProcess(options.launch, options.logPath, (chunk) => this.#receive(chunk));
    this.#deadline.arm("load", options.deadlines.load);
    this.#send({ v: PROTOCOL_VERSION, kind: "describe" });
    void this.#process.exited.then((exit) => this.#exited(exit));
    options.signal.addEventListener("abort", () => this.#interrupt(), { once: true });
  }

  /**
   * Starts a worker and has it load its framework.
   * @throws WorkerStartFailed when it dies, errs or is silent past the load deadline.
   */
  static async start(options: WorkerOptions): Promise<Worker> {
    const worker = new Worker(options);
    await worker.#started;
    return worker;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** What the worker said when it had loaded. */
  get loaded(): ReportOf<"loaded"> {
    if (!this.#loaded) throw new Error("the worker has not loaded");
    return this.#loaded;
  }

  get runtime(): string {
    return this.#ready?.runtime ?? "";
  }

  /** Runs one case. Never rejects: a failure is part of what it resolves to. */
  run(command: Omit<RunCommand, "v" | "kind">, listener: AttemptListener): Promise<AttemptEnd> {
    return new Promise((resolve) => {
      const whole: RunCommand = { v: PROTOCOL_VERSION, kind: "run", ...command };
      this.#attempt = { command: whole, listener, resolve, returned: null, failed: null };
      if (!this.#move("run")) return this.#endAttempt(this.#parentFailure("the worker was not idle"));
      this.#deadline.arm("point", this.#options.deadlines.point);
      this.#send(whole);
    });
  }

  /** Asks the running callback to stop before its next point. */
  drain(): void {
    if (this.#state === "running") this.#send({ v: PROTOCOL_VERSION, kind: "drain" });
  }

  /** Asks an idle worker to end, and sees to it that it does. */
  async stop(): Promise<void> {
    this.#move("end");
    this.#deadline.disarm();
    this.#send({ v: PROTOCOL_VERSION, kind: "stop" });
    await this.#process.endsWithin(STOP_GRACE_MS);
  }

  #receive(chunk: Buffer): void {
    if (this.#state === "ending" || this.#state === "dead") return;
    try {
      for (const line of this.#lines.push(chunk)) this.#handle(parseReport(line));
    } catch (error) {
      this.#abort(this.#parentFailure(error instanceof Error ? error.message : String(error)));
    }
  }

  #handle(report: Report): void {
    switch (report.kind) {
      case "ready":
        return this.#onReady(report);
      case "loaded":
        return this.#onLoaded(report);
      case "measuring":
        this.#ofAttempt(report).listener.measuring(report.coordinates);
        return this.#deadline.arm("point", this.#options.deadlines.point);
      case "point":
        return this.#ofAttempt(report).listener.point(report.coordinates, report.point);
      case "returned":
        return this.#onReturned(report);
      case "failed":
        return this.#onFailed(report);
      case "reclaimed":
        return this.#onReclaimed(report);
      case "log":
        return this.#process.log.note(`${report.level}: ${report.text}`);
      case "alive":
        return undefined;
    }
  }

  #onReady(report: ReportOf<"ready">): void {
    this.#require("ready", report.kind);
    this.#ready = report;
    const { device, scratchDir } = this.#options;
    this.#send({ v: PROTOCOL_VERSION, kind: "load", device, scratchDir });
  }

  #onLoaded(report: ReportOf<"loaded">): void {
    this.#require("loaded", report.kind);
    this.#loaded = report;
    this.#deadline.disarm();
    this.#settleStart.resolve();
  }

  #onReturned(report: ReportOf<"returned">): void {
    const attempt = this.#ofAttempt(report);
    this.#require("returned", report.kind);
    attempt.returned = report;
    if (attempt.command.policy.reclaim === "never") this.#finish(attempt, null);
  }

  #onFailed(report: ReportOf<"failed">): void {
    const attempt = this.#ofAttempt(report);
    attempt.failed = report;
    if (attempt.command.policy.reclaim !== "always") return this.#finish(attempt, null);
    this.#require("returned", report.kind);
  }

  #onReclaimed(report: ReportOf<"reclaimed">): void {
    this.#finish(this.#ofAttempt(report), report);
  }

  #finish(attempt: CurrentAttempt, reclaimed: ReportOf<"reclaimed"> | null): void {
    this.#require("attempt-over", "the end of an attempt");
    this.#deadline.disarm();
    const { returned, failed } = attempt;
    const failure = failed ? failureOfError(failed.error, this.#process.log.tail()) : null;
    const outcome = failure ? "failed" : returned?.drained ? "drained" : "passed";
    this.#attempt = null;
    attempt.resolve({ outcome, failure, returned, failed, reclaimed, workerFailure: null });
  }

  #ofAttempt(report: { readonly kind: string; readonly attempt: string }): CurrentAttempt {
    const attempt = this.#attempt;
    if (attempt?.command.attempt === report.attempt) return attempt;
    throw new Error(`"${report.kind}" came for attempt ${report.attempt}, which is not running`);
  }

  #require(event: WorkerEvent, what: string): void {
    const before = this.#state;
    if (!this.#move(event)) throw new Error(`"${what}" came while the worker was ${before}`);
  }

  #move(event: WorkerEvent): boolean {
    const next = nextState(this.#state, event);
    if (next) this.#state = next;
    return next !== null;
  }

  #expire(what: string, seconds: number): void {
    const message = `no progress for ${seconds} s (deadline \`${what}\`)`;
    this.#abort(failureOfParent("timed_out", message, this.#process.log.tail()));
  }

  #parentFailure(message: string): Failure {
    return failureOfParent("protocol", message, this.#process.log.tail());
  }

  #interrupt(): void {
    this.#cause ??= failureOfParent("interrupted", "the run was stopped", this.#process.log.tail());
    this.#move("end");
    this.#process.signal("SIGKILL");
  }

  #abort(cause: Failure): void {
    this.#cause ??= cause;
    this.#move("end");
    void this.#process.terminate();
  }

  #exited(exit: Exit): void {
    this.#move("exited");
    this.#deadline.disarm();
    const when = this.#loaded ? "while it held a case" : "before it had loaded";
    const failure = this.#cause ?? failureOfExit(exit, this.#process.log.tail(), when);
    const whole = { ...failure, exitCode: exit.code, signal: exit.signal, lastOutput: this.#process.log.tail() };
    this.#endAttempt(whole);
    this.#settleStart.reject(new WorkerStartFailed(whole));
  }

  #endAttempt(failure: Failure): void {
    const attempt = this.#attempt;
    if (!attempt) return;
    this.#attempt = null;
    const { returned, failed } = attempt;
    const outcome = outcomeOfLostWorker(returned, failure);
    const attemptFailure = outcome === "failed" ? failure : null;
    attempt.resolve({ outcome, failure: attemptFailure, returned, failed, reclaimed: null, workerFailure: failure });
  }

  #send(command: Command): void {
    this.#process.send(encodeMessage(command));
  }
}


/** A callback that had returned has measured: what failed is its worker, not the case. */
function outcomeOfLostWorker(returned: ReportOf<"returned"> | null, failure: Failure): AttemptEnd["outcome"] {
  if (returned) return returned.drained ? "drained" : "passed";
  return failure.class === "interrupted" ? "interrupted" : "failed";
}
