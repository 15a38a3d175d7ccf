import type { Exit } from "./failure.js";

/** What a worker is reached by: a process, wherever it runs. */
export interface WorkerChannel {
  /** 0 where it could not be started. */
  readonly pid: number;
  /** Resolves once it is gone and what it had said has been read. Never rejects. */
  readonly exited: Promise<Exit>;
  readonly log: WorkerLog;
  send(line: string): void;
  /** Kills at once; what it had said is still read. */
  kill(): void;
  /** Asks it to end and, past the grace, kills it and whatever it started. */
  terminate(graceMs: number): void;
  /** Waits for it to end by itself; past `patienceMs` it is terminated. */
  endsWithin(patienceMs: number, graceMs: number): Promise<void>;
}

/** What a worker printed, and what its parent notes beside it. */
export interface WorkerLog {
  /** Adds a line to what the worker printed. */
  note(text: string): void;
  /** Adds a line that is no part of what the worker printed. */
  remark(text: string): void;
  /** The end of what it printed (bounded). */
  tail(): string;
}

/** Starts a worker; `onData` is handed what it says, as it comes. */
export type OpenChannel = (onData: (chunk: Buffer) => void) => WorkerChannel;
