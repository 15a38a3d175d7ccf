import { encodeMessage, LineSplitter, parseReport } from "../protocol/framing.js";
import { type Command, PROTOCOL_VERSION, type Report, type RunCommand } from "../protocol/messages.js";
import { type Exit, type Failure, failureOfExit, failureOfParent } from "./failure.js";
import { type Move, type WorkerEvent, WorkerLife } from "./life.js";
import { type AttemptEnd, type AttemptListener, type ReportOf, RunningAttempt } from "./running-attempt.js";
import type { WorkerChannel } from "./worker-channel.js";
import { WorkerDeadlines } from "./worker-deadlines.js";
import { type AttemptDeadlines, type WorkerOptions, WorkerStartFailed } from "./worker-options.js";

/** How long an idle worker that was told to stop may take. */
const STOP_PATIENCE_MS = 5_000;

export type { AttemptEnd } from "./running-attempt.js";
export { WorkerStartFailed } from "./worker-options.js";

/** An attempt, and how long it may take. */
interface Current {
  readonly attempt: RunningAttempt;
  readonly deadlines: AttemptDeadlines;
}

/** One worker process, used for one attempt at a time. */
export class Worker {
  readonly #channel: WorkerChannel;
  readonly #options: WorkerOptions;
  readonly #lines = new LineSplitter();
  readonly #life = new WorkerLife((move) => this.#logMove(move));
  readonly #deadlines = new WorkerDeadlines((message) => this.#expire(message));
  #loaded: ReportOf<"loaded"> | null = null;
  #current: Current | null = null;
  /** Why the parent is ending the worker: the first cause wins over the exit that follows it. */
  #cause: Failure | null = null;
  readonly #started: Promise<void>;
  #settleStart: { resolve: () => void; reject: (error: WorkerStartFailed) => void };

  private constructor(options: WorkerOptions) {
    this.#options = options;
    this.#settleStart = { resolve: () => {}, reject: () => {} };
    this.#started = new Promise((resolve, reject) => {
      this.#settleStart = { resolve, reject };
    });
    this.#channel = options.open((chunk) => this.#receive(chunk));
    this.#deadlines.beginLoad(options.loadSeconds);
    this.#send({ v: PROTOCOL_VERSION, kind: "describe" });
    void this.#channel.exited.then((exit) => this.#exited(exit));
    for (const signal of Object.values(options.signals)) {
      signal.addEventListener("abort", this.#interrupt);
      if (signal.aborted) this.#interrupt();
    }
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
    return this.#channel.pid;
  }

  /** What the worker said when it had loaded. */
  get loaded(): ReportOf<"loaded"> {
    if (!this.#loaded) throw new Error("the worker has not loaded");
    return this.#loaded;
  }

  /** Runs one case. Never rejects: a failure is part of what it resolves to. */
  run(
    command: Omit<RunCommand, "v" | "kind">,
    { listener, deadlines }: { readonly listener: AttemptListener; readonly deadlines: AttemptDeadlines },
  ): Promise<AttemptEnd> {
    return new Promise((resolve) => {
      const whole: RunCommand = { v: PROTOCOL_VERSION, kind: "run", ...command };
      const attempt = new RunningAttempt(whole, listener, resolve);
      if (!this.#life.move("run"))
        return attempt.lose(this.#cause ?? this.#broken(`it was ${this.#life.state}, not idle`));
      this.#current = { attempt, deadlines };
      this.#deadlines.beginAttempt(deadlines);
      this.#send(whole);
    });
  }

  /** Asks the running callback to stop before its next point. */
  drain(): void {
    if (this.#life.state === "running") this.#send({ v: PROTOCOL_VERSION, kind: "drain" });
  }

  /** Asks the worker to end, and sees to it that it does; an attempt that it still holds ends as interrupted. */
  async stop(): Promise<void> {
    if (this.#current) this.#cause ??= this.#interrupted();
    this.#life.move("end");
    this.#deadlines.disarm();
    this.#send({ v: PROTOCOL_VERSION, kind: "stop" });
    await this.#channel.endsWithin(STOP_PATIENCE_MS, this.#options.graceSeconds * 1000);
  }

  #receive(chunk: Buffer): void {
    if (this.#life.isOver) return;
    try {
      for (const line of this.#lines.push(chunk)) {
        if (this.#life.isOver) return;
        this.#handle(parseReport(line));
      }
    } catch (error) {
      this.#abort(this.#broken(error instanceof Error ? error.message : String(error)));
    }
  }

  #handle(report: Report): void {
    switch (report.kind) {
      case "ready":
        return this.#onReady(report);
      case "loaded":
        return this.#onLoaded(report);
      case "measuring":
        return this.#onMeasuring(report);
      case "point":
        return this.#onPoint(report);
      case "row":
        return this.#onRow(report);
      case "returned":
        return this.#onReturned(report);
      case "failed":
        return this.#onFailed(report);
      case "reclaimed":
        return this.#finish(this.#attemptOf(report, "reclaiming").attempt, report);
      case "log":
        return this.#channel.log.note(`${report.level}: ${report.text}`);
      case "alive":
        return undefined;
    }
  }

  #onReady(report: ReportOf<"ready">): void {
    this.#require("ready", report.kind);
    const { device, scratchDir } = this.#options;
    this.#send({ v: PROTOCOL_VERSION, kind: "load", device, scratchDir });
  }

  #onLoaded(report: ReportOf<"loaded">): void {
    this.#require("loaded", report.kind);
    this.#loaded = report;
    this.#deadlines.disarm();
    this.#options.signals.ending.removeEventListener("abort", this.#interrupt);
    this.#settleStart.resolve();
  }

  #onMeasuring(report: ReportOf<"measuring">): void {
    const { attempt, deadlines } = this.#attemptOf(report, "running");
    attempt.measuring(report);
    this.#deadlines.notePoint(deadlines, report.coordinates);
  }

  #onPoint(report: ReportOf<"point">): void {
    const { attempt, deadlines } = this.#attemptOf(report, "running");
    attempt.point(report);
    this.#deadlines.notePoint(deadlines, report.coordinates);
  }

  #onRow(report: ReportOf<"row">): void {
    const { attempt, deadlines } = this.#attemptOf(report, "running");
    const coordinates = attempt.row(report);
    if (coordinates) this.#deadlines.notePoint(deadlines, coordinates);
  }

  #onReturned(report: ReportOf<"returned">): void {
    const { attempt } = this.#attemptOf(report, "running");
    this.#require("returned", report.kind);
    if (attempt.returned(report)) this.#finish(attempt, null);
    else this.#deadlines.noteProgress();
  }

  #onFailed(report: ReportOf<"failed">): void {
    const { attempt } = this.#attemptOf(report, "running");
    this.#require("returned", report.kind);
    if (attempt.failed(report)) this.#finish(attempt, null);
    else this.#deadlines.noteProgress();
  }

  #finish(attempt: RunningAttempt, reclaimed: ReportOf<"reclaimed"> | null): void {
    this.#require("attempt-over", "the end of an attempt");
    this.#deadlines.disarm();
    this.#current = null;
    attempt.finish(reclaimed, this.#channel.log.tail());
  }

  /** @throws Error for what another attempt, or this one at another moment, would say. */
  #attemptOf(report: { readonly kind: string; readonly attempt: string }, state: "running" | "reclaiming"): Current {
    const current = this.#current;
    if (current?.attempt.command.attempt !== report.attempt) {
      throw new Error(`"${report.kind}" came for attempt ${report.attempt}, which is not running`);
    }
    if (this.#life.state === state) return current;
    throw new Error(`"${report.kind}" came while the worker was ${this.#life.state}`);
  }

  #require(event: WorkerEvent, what: string): void {
    const before = this.#life.state;
    if (!this.#life.move(event)) throw new Error(`"${what}" came while the worker was ${before}`);
  }

  #expire(message: string): void {
    this.#abort(failureOfParent("timed_out", message, this.#channel.log.tail()));
  }

  #broken(message: string): Failure {
    return failureOfParent("protocol", message, this.#channel.log.tail());
  }

  readonly #interrupt = (): void => {
    this.#cause ??= this.#interrupted();
    this.#life.move("end");
    this.#deadlines.disarm();
    this.#channel.kill();
  };

  #interrupted(): Failure {
    return failureOfParent("interrupted", "the run was stopped", this.#channel.log.tail());
  }

  #abort(cause: Failure): void {
    this.#cause ??= cause;
    this.#life.move("end");
    this.#deadlines.disarm();
    this.#channel.log.remark(`${new Date().toISOString()} ending it: ${cause.message}`);
    this.#channel.terminate(this.#options.graceSeconds * 1000);
  }

  #exited(exit: Exit): void {
    for (const signal of Object.values(this.#options.signals)) signal.removeEventListener("abort", this.#interrupt);
    this.#deadlines.disarm();
    const lastOutput = this.#channel.log.tail();
    const failure = this.#cause ?? failureOfExit(exit, lastOutput, this.#doing());
    this.#life.move("exited");
    const loss = { ...failure, exitCode: exit.code, signal: exit.signal, lastOutput };
    this.#current?.attempt.lose(loss);
    this.#current = null;
    this.#settleStart.reject(new WorkerStartFailed(loss));
  }

  #doing(): string {
    if (!this.#loaded) return "before it had loaded";
    return this.#current ? "while it held a case" : "while it was idle";
  }

  #logMove({ from, event, to }: Move): void {
    this.#channel.log.remark(`${new Date().toISOString()} ${from} → ${to} (${event})`);
  }

  #send(command: Command): void {
    this.#channel.send(encodeMessage(command));
  }
}
