import type { Coordinates } from "../identity/keys.js";
import { Deadline } from "./deadline.js";
import type { AttemptDeadlines } from "./worker-options.js";

/** The deadlines of one worker: until it has loaded, until the next sign of progress, until an attempt's end. */
export class WorkerDeadlines {
  readonly #progress: Deadline;
  readonly #whole: Deadline;

  /** @param expire takes what is said of the worker that let the time pass */
  constructor(expire: (message: string) => void) {
    this.#progress = new Deadline(expire);
    this.#whole = new Deadline(expire);
  }

  beginLoad(seconds: number): void {
    this.#progress.arm(seconds, `not loaded after ${seconds} s (deadline \`load\`)`);
  }

  beginAttempt(deadlines: AttemptDeadlines): void {
    const { caseSeconds } = deadlines;
    if (caseSeconds !== null) this.#whole.arm(caseSeconds, `not done after ${caseSeconds} s (deadline \`case\`)`);
    this.#expectProgress(deadlines.pointSeconds(null), "build");
  }

  /** A point began or was told. */
  notePoint(deadlines: AttemptDeadlines, coordinates: Coordinates): void {
    this.#expectProgress(deadlines.pointSeconds(coordinates), "point");
  }

  /** Some other progress: the time that held until now begins anew. */
  noteProgress(): void {
    this.#progress.again();
  }

  /** Nothing is waited for. */
  disarm(): void {
    this.#progress.disarm();
    this.#whole.disarm();
  }

  #expectProgress(seconds: number, deadline: string): void {
    this.#progress.arm(seconds, `no progress for ${seconds} s (deadline \`${deadline}\`)`);
  }
}
