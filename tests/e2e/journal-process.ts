import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("journal-appender.mjs", import.meta.url));

/** A process that appends to a journal, and what it said so far. */
export class Appender {
  readonly lines: string[] = [];
  readonly ended: Promise<unknown>;
  readonly #process: ChildProcess;
  #isOver = false;

  /** @param before a command that starts it, e.g. `prlimit` with its options */
  constructor(args: readonly string[], { uid, before = [] }: { uid?: number; before?: readonly string[] } = {}) {
    const [command = "", ...rest] = [...before, process.execPath, program, ...args];
    this.#process = spawn(command, rest, {
      stdio: ["ignore", "pipe", "inherit"],
      ...(uid === undefined ? {} : { uid }),
    });
    onTestFinished(() => void this.#process.kill("SIGKILL"));
    this.ended = once(this.#process, "close").then(() => (this.#isOver = true));
    if (this.#process.stdout) createInterface(this.#process.stdout).on("line", (line) => this.lines.push(line));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Waits until it has said a line that begins like this, or has ended. */
  async said(beginning: string): Promise<string | undefined> {
    for (;;) {
      const found = this.lines.find((line) => line.startsWith(beginning));
      if (found !== undefined || this.#isOver) return found;
      await pause(2);
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    this.#process.kill(signal);
    if (signal === "SIGKILL") await this.ended;
  }

  /** Numbers and nonces of the records that it called durable. */
  get durable(): { n: number; nonce: number }[] {
    return this.lines
      .filter((line) => line.startsWith("durable"))
      .map((line) => line.split(" "))
      .map(([, n, nonce]) => ({ n: Number(n), nonce: Number(nonce) }));
  }
}
