import type { Coordinates } from "../../identity/keys.js";
import type { TimingPolicy } from "../../measure/timing-policy.js";
import type { MeasuredPoint } from "../../protocol/facts.js";
import { PROTOCOL_VERSION, type Report, type RunCommand } from "../../protocol/messages.js";
import type { Bench, Sweep } from "./callback.js";
import { macrotask } from "./collection-watch.js";

/** The sweep of a running attempt: tells the parent of each point and obeys its `drain`. */
export class LiveSweep implements Sweep {
  readonly timing: TimingPolicy;
  readonly #command: RunCommand;
  readonly #send: (report: Report) => void;
  #current: Coordinates | null = null;
  #draining = false;
  #drained = false;

  constructor(
    command: RunCommand,
    readonly bench: Bench,
    send: (report: Report) => void,
  ) {
    this.timing = command.policy.timing;
    this.#command = command;
    this.#send = send;
  }

  /** `true`: it ended before its last point because it was told to. */
  get drained(): boolean {
    return this.#drained;
  }

  /** Ends the sweep before its next point. */
  drain(): void {
    this.#draining = true;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Coordinates, void> {
    for (const coordinates of this.#command.coordinates) {
      await commandsRead();
      this.#drained = this.#draining;
      if (this.#drained) return;
      this.#current = coordinates;
      this.#send({ v: PROTOCOL_VERSION, kind: "measuring", attempt: this.#command.attempt, coordinates });
      yield coordinates;
      if (this.#current) throw new Error(`the callback did not report its point ${JSON.stringify(coordinates)}`);
    }
  }

  report(point: MeasuredPoint): void {
    const coordinates = this.#current;
    if (!coordinates) throw new Error("the callback reported a point that it was not measuring");
    this.#current = null;
    this.#send({ v: PROTOCOL_VERSION, kind: "point", attempt: this.#command.attempt, coordinates, point });
  }
}

/** A native layer blocks the event loop: what the parent wrote meanwhile is read two turns later at the latest. */
async function commandsRead(): Promise<void> {
  await macrotask();
  await macrotask();
}
