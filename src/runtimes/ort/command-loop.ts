import { ProtocolError } from "../../protocol/framing.js";
import { type Command, PROTOCOL_VERSION, type Report, type RunCommand } from "../../protocol/messages.js";
import type { Bench, Callback } from "./callback.js";
import { CollectionWatch, macrotask } from "./collection-watch.js";
import { Dispatcher } from "./dispatch.js";
import { LiveSweep } from "./live-sweep.js";
import { loadedReport } from "./loaded-facts.js";
import { readMemory } from "./memory.js";
import { collectGarbage } from "./reclaim.js";

type LoadCommand = Extract<Command, { kind: "load" }>;

/** Does what the parent's commands say, one thing at a time. */
export class CommandLoop {
  /** Rejects when the worker cannot go on; resolves when it has been told to stop and nothing runs any more. */
  readonly ended: Promise<void>;
  readonly #callbacks: ReadonlyMap<string, Callback>;
  readonly #send: (report: Report) => void;
  readonly #collections = new CollectionWatch();
  readonly #dispatcher: Dispatcher;
  #settleEnd: { resolve: () => void; reject: (error: unknown) => void } = { resolve: () => {}, reject: () => {} };
  #bench: Bench | null = null;
  #sweep: LiveSweep | null = null;
  #stopping = false;

  constructor(callbacks: ReadonlyMap<string, Callback>, send: (report: Report) => void) {
    this.#callbacks = callbacks;
    this.#send = send;
    const automatic = this.#collections;
    this.#dispatcher = new Dispatcher({ send, readMemory, collect: collectGarbage, settle: macrotask, automatic });
    this.ended = new Promise((resolve, reject) => {
      this.#settleEnd = { resolve, reject };
    });
  }

  /** Begins what a command says. @throws ProtocolError for one that does not fit what the worker is doing. */
  receive(command: Command): void {
    switch (command.kind) {
      case "describe":
        return this.#describe();
      case "load":
        return this.#follow(this.#load(command));
      case "run":
        return this.#follow(this.#run(command));
      case "drain":
        return this.#sweep?.drain();
      case "stop":
        return this.#stop();
    }
  }

  #follow(work: Promise<void>): void {
    work.catch(this.#settleEnd.reject);
  }

  #describe(): void {
    const callbacks = [...this.#callbacks.keys()];
    this.#send({ v: PROTOCOL_VERSION, kind: "ready", runtime: "ort", pid: process.pid, callbacks });
  }

  async #load({ device, scratchDir }: LoadCommand): Promise<void> {
    const loaded = await loadedReport(device);
    this.#bench = { threads: device.threads, scratchDir, collections: this.#collections };
    this.#send(loaded);
  }

  async #run(command: RunCommand): Promise<void> {
    if (!this.#bench) throw new ProtocolError("kind", `"run" came before the worker had loaded`);
    if (this.#sweep) throw new ProtocolError("kind", `"run" came while an attempt runs`);
    this.#sweep = new LiveSweep(command, this.#bench, this.#send);
    await this.#dispatcher.run(command, this.#callback(command.callback), this.#sweep);
    this.#sweep = null;
    if (this.#stopping) this.#settleEnd.resolve();
  }

  #stop(): void {
    this.#stopping = true;
    if (this.#sweep) this.#sweep.drain();
    else this.#settleEnd.resolve();
  }

  #callback(name: string): Callback {
    return this.#callbacks.get(name) ?? (() => Promise.reject(new UnknownCallback(name, [...this.#callbacks.keys()])));
  }
}

/** A callback that this worker does not have. */
class UnknownCallback extends Error {
  override readonly name = "UnknownCallback";
  constructor(name: string, known: readonly string[]) {
    super(`no callback "${name}" in this worker; it has: ${known.join(", ")}`);
  }
}
