import type { RunEvent } from "./events.js";
import { dueAction } from "./limits.js";

const CHECK_MS = 200;

/** What is ended in time. */
interface Endable {
  drain(reason: "out_of_time"): void;
  stop(reason: "out_of_time"): void;
}

/** Sees to it that this process is over within a time: drains while the point at hand still fits, then stops. */
export class TimeLimit {
  #timer: NodeJS.Timeout | null = null;
  #pointSeconds = 0;
  readonly #measuringSinceMs = new Map<string, number>();

  constructor(
    private readonly limitSeconds: number,
    private readonly run: Endable,
  ) {}

  start(): void {
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
  }

  end(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Learns from what happens how long points take. */
  see(event: RunEvent): void {
    if (event.kind === "measuring") this.#measuringSinceMs.set(event.device, performance.now());
    if (event.kind !== "point") return;
    const since = this.#measuringSinceMs.get(event.device);
    if (since !== undefined) this.#pointSeconds = Math.max(this.#pointSeconds, (performance.now() - since) / 1000);
  }

  #check(): void {
    // The clock of `performance` begins with the process, and with it the time that was given.
    const leftSeconds = this.limitSeconds - performance.now() / 1000;
    const due = dueAction({ limitSeconds: this.limitSeconds, leftSeconds, pointSeconds: this.#pointSeconds });
    if (due !== "nothing") this.run[due]("out_of_time");
  }
}
