import { fileURLToPath } from "node:url";

/** A worker program as its runtime wants it started: program, arguments, and what its environment adds. */
export interface WorkerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where its reports come up: descriptor 3 (left out), or its standard output. */
  readonly carrier?: "fd3" | "stdio";
  /** What is written down before any command, as a line of its own. */
  readonly firstLine?: string;
}

/** The embedded runtime: this Node, with the garbage collector within reach of the dispatcher. */
export function ortWorkerCommand(options: { readonly callbacks?: string | undefined }): WorkerCommand {
  const program = fileURLToPath(new URL("./ort/main.js", import.meta.url));
  const extra = options.callbacks === undefined ? [] : ["--callbacks", options.callbacks];
  return { program: process.execPath, args: ["--expose-gc", program, ...extra], environment: {} };
}
