import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { WorkerCommand } from "../runtimes/worker-command.js";
import type { Exit } from "./failure.js";
import { OutputLog } from "./output-log.js";
import type { WorkerChannel } from "./worker-channel.js";

/** How long output of a dead worker is waited for, should a grandchild hold its pipes open. */
const DRAIN_OUTPUT_MS = 500;

/**
 * A process in its own group, with a pipe down (stdin), a pipe up (descriptor 3, or stdout behind a remote carrier) and
 * a log of what it prints.
 */
export class WorkerProcess implements WorkerChannel {
  readonly exited: Promise<Exit>;
  readonly log: OutputLog;
  readonly #child: ChildProcess;
  readonly #carrier: "fd3" | "stdio";
  #alive = true;
  #isEnding = false;

  constructor(command: WorkerCommand, logPath: string, onData: (chunk: Buffer) => void) {
    this.log = new OutputLog(logPath);
    this.#carrier = command.carrier ?? "fd3";
    this.#child = spawn(command.program, [...command.args], {
      // The group lets a kill reach whatever the worker started; Ctrl-C then reaches the parent alone.
      detached: true,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
      env: { ...process.env, ...command.environment },
    });
    for (const stream of this.#printed()) if (stream) this.log.follow(stream);
    this.#up().on("data", onData);
    // A worker that dies closes its pipes; the exit says so, a read or write error adds nothing.
    for (const stream of this.#child.stdio) stream?.on("error", () => {});
    this.exited = this.#watchExit();
    if (command.firstLine !== undefined) this.send(`${command.firstLine}\n`);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  send(line: string): void {
    if (this.#alive) this.#down().write(line);
  }

  kill(): void {
    this.#signalGroup("SIGKILL");
  }

  /** TERM, a grace, KILL; a second call changes nothing. */
  terminate(graceMs: number): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#signalGroup("SIGTERM");
    const timer = setTimeout(() => this.kill(), graceMs);
    void this.exited.then(() => clearTimeout(timer));
  }

  async endsWithin(patienceMs: number, graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.terminate(graceMs), patienceMs);
    await this.exited;
    clearTimeout(timer);
  }

  /** A group that is gone is no error. */
  #signalGroup(signal: NodeJS.Signals): void {
    if (!this.#alive || this.pid === 0) return;
    try {
      process.kill(-this.pid, signal);
    } catch {
      // Gone between the check and the call.
    }
  }

  #watchExit(): Promise<Exit> {
    return new Promise((resolve) => {
      const finish = (exit: Exit) => {
        this.#alive = false;
        resolve(exit);
        // Whoever waits for the end may still have a remark to make.
        setImmediate(() => this.log.close());
      };
      this.#child.on("error", (error) => {
        this.log.note(error.message);
        finish({ code: null, signal: null });
      });
      this.#child.on("exit", (code, signal) => {
        const exit = { code, signal };
        // What the group left behind goes as well.
        this.kill();
        const timer = setTimeout(() => finish(exit), DRAIN_OUTPUT_MS);
        this.#child.on("close", () => {
          clearTimeout(timer);
          finish(exit);
        });
      });
    });
  }

  #up(): Readable {
    return this.#child.stdio[this.#carrier === "stdio" ? 1 : 3] as Readable;
  }

  #printed(): (Readable | null)[] {
    return this.#carrier === "stdio" ? [this.#child.stderr] : [this.#child.stdout, this.#child.stderr];
  }

  #down(): Writable {
    return this.#child.stdin as Writable;
  }
}
