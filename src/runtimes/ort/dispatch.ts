import { performance } from "node:perf_hooks";
import type { ErrorFacts, Memory } from "../../protocol/facts.js";
import { PROTOCOL_VERSION, type Report, type RunCommand } from "../../protocol/messages.js";
import type { Callback } from "./callback.js";
import { errorFacts } from "./error-facts.js";
import type { LiveSweep } from "./live-sweep.js";
import { reclaimsAfterReturn } from "./reclaim.js";

/** What the dispatcher acts through. */
export interface DispatchParts {
  readonly send: (report: Report) => void;
  readonly readMemory: () => Memory;
  /** Collects unreachable objects, once. */
  readonly collect: () => void;
  /** Resolves when what a collection freed has been given back. */
  readonly settle: () => Promise<void>;
  /** Collections that the runtime did by itself and that are booked on no point. */
  readonly automatic: { restart(): void; count(): number };
}

/** How a callback ended; `null`: it returned. */
type Failure = ErrorFacts | null;

/** Runs attempts by the callback contract (design, section 5): what is read, collected and told, and when. */
export class Dispatcher {
  readonly #parts: DispatchParts;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /** Runs one attempt to its last message. Never rejects: what goes wrong is told to the parent. */
  async run(command: RunCommand, callback: Callback, sweep: LiveSweep): Promise<void> {
    this.#parts.automatic.restart();
    const before = this.#parts.readMemory();
    const startMs = performance.now();
    const ended = (failure: Failure) => {
      const facts = { before, durationMs: performance.now() - startMs, memory: this.#parts.readMemory() };
      this.#sendEnd(command.attempt, { failure, drained: sweep.drained, ...facts });
    };
    const failure = await this.#call(command, callback, sweep, () => ended(null));
    if (failure) ended(failure);
    if (failure && command.policy.reclaim === "always") await this.#reclaim(command.attempt);
  }

  /** Only facts leave this function: the error itself might keep the failed layer alive. */
  async #call(command: RunCommand, callback: Callback, sweep: LiveSweep, returned: () => void): Promise<Failure> {
    const reclaiming = reclaimsAfterReturn(callback, async () => {
      returned();
      if (command.policy.reclaim !== "never") await this.#reclaim(command.attempt);
    });
    try {
      await reclaiming(command.case, sweep);
      return null;
    } catch (error) {
      return errorFacts(error);
    }
  }

  async #reclaim(attempt: string): Promise<void> {
    const startMs = performance.now();
    const error = this.#collect();
    await this.#parts.settle();
    const durationMs = performance.now() - startMs;
    this.#parts.send({
      v: PROTOCOL_VERSION,
      kind: "reclaimed",
      attempt,
      memory: this.#parts.readMemory(),
      collectedObjects: null,
      durationMs,
      automaticCollections: this.#parts.automatic.count(),
      error,
    });
  }

  #collect(): Failure {
    try {
      this.#parts.collect();
      return null;
    } catch (error) {
      return errorFacts(error);
    }
  }

  #sendEnd(attempt: string, end: AttemptEnd): void {
    const { failure, drained, ...facts } = end;
    const common = { attempt, ...facts, automaticCollections: this.#parts.automatic.count() };
    if (failure) this.#parts.send({ v: PROTOCOL_VERSION, kind: "failed", error: failure, ...common });
    else this.#parts.send({ v: PROTOCOL_VERSION, kind: "returned", drained, ...common });
  }
}

interface AttemptEnd {
  readonly failure: Failure;
  readonly drained: boolean;
  readonly before: Memory;
  readonly memory: Memory;
  readonly durationMs: number;
}
