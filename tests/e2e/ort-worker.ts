import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { encodeMessage, LineSplitter, parseReport } from "../../src/protocol/framing.js";
import { type Command, PROTOCOL_VERSION, type Report, type RunCommand } from "../../src/protocol/messages.js";
import { temporaryFolder } from "./assay.js";

const workerMain = fileURLToPath(new URL("../../dist/runtimes/ort/main.js", import.meta.url));

/** The path of a module of test callbacks. */
export function callbackModule(name: string): string {
  return fileURLToPath(new URL(`../fixtures/callbacks/${name}.mjs`, import.meta.url));
}

export type ReportOf<Kind extends Report["kind"]> = Extract<Report, { kind: Kind }>;

/** A message and the way that it went. */
export interface Said {
  readonly direction: "down" | "up";
  readonly message: Command | Report;
}

/** The built worker program over real pipes, spoken to without the parent's code. */
export class OrtWorker {
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  readonly conversation: Said[] = [];
  /** What it printed, in bytes. */
  readonly stdout: Buffer[] = [];
  readonly #child: ChildProcess;
  readonly #reports: Report[] = [];
  #wake = () => {};

  constructor(callbacks: readonly string[] = []) {
    const modules = callbacks.flatMap((name) => ["--callbacks", callbackModule(name)]);
    this.#child = spawn(process.execPath, ["--expose-gc", workerMain, ...modules], {
      stdio: ["pipe", "pipe", "ignore", "pipe"],
    });
    onTestFinished(() => void this.#child.kill("SIGKILL"));
    this.exited = new Promise((resolve) => {
      this.#child.on("exit", (code, signal) => resolve({ code, signal }));
    });
    void this.exited.then(() => this.#wake());
    this.#child.stdout?.on("data", (chunk: Buffer) => this.stdout.push(chunk));
    const lines = new LineSplitter();
    (this.#child.stdio[3] as Readable).on("data", (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#hear(parseReport(line));
    });
  }

  /** Starts a worker and has it load. */
  static async loaded(callbacks: readonly string[] = []): Promise<OrtWorker> {
    const worker = new OrtWorker(callbacks);
    worker.say({
      v: PROTOCOL_VERSION,
      kind: "load",
      device: { name: "cpu0", threads: 2 },
      scratchDir: temporaryFolder(),
    });
    await worker.hears("loaded");
    return worker;
  }

  say(message: Command): void {
    this.conversation.push({ direction: "down", message });
    this.write(encodeMessage(message));
  }

  /** Writes bytes that need not be a message. */
  write(text: string): void {
    (this.#child.stdin as Writable).write(text);
  }

  /** Closes the worker's stdin, as a parent's death does. */
  closeInput(): void {
    (this.#child.stdin as Writable).end();
  }

  /** The next report of a kind; those before it are passed over. */
  async hears<Kind extends Report["kind"]>(kind: Kind): Promise<ReportOf<Kind>> {
    for (;;) {
      for (let report = this.#reports.shift(); report; report = this.#reports.shift()) {
        if (isOfKind(report, kind)) return report;
      }
      const { exitCode, signalCode } = this.#child;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`the worker ended (${exitCode ?? signalCode}) before "${kind}"`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #hear(report: Report): void {
    this.conversation.push({ direction: "up", message: report });
    this.#reports.push(report);
    this.#wake();
  }
}

function isOfKind<Kind extends Report["kind"]>(report: Report, kind: Kind): report is ReportOf<Kind> {
  return report.kind === kind;
}

/** A run of four points that are soon measured. */
export function runCommand(changes: Partial<RunCommand> = {}): RunCommand {
  return {
    v: PROTOCOL_VERSION,
    kind: "run",
    attempt: "attempt-1",
    callback: "test/noop",
    case: {},
    coordinates: [{ tokens: 1 }, { tokens: 2 }, { tokens: 4 }, { tokens: 8 }],
    policy: { timing: { kind: "fixed", warmup: 1, runs: 2 }, reclaim: "after-success" },
    ...changes,
  };
}
