/** What a Python worker is started with, wherever it runs. */
export interface PythonWorkerOptions {
  /** What `load` imports, e.g. `vllm`. */
  readonly framework: string;
  /** A module of further callbacks: a dotted name, or the path of a .py file. */
  readonly callbacks?: string | undefined;
  /** After load, keep what is there from later collections (`gc.freeze()`). */
  readonly freeze?: boolean | undefined;
  /** `false`: after load Python does not collect by itself. */
  readonly automaticGc?: boolean | undefined;
}

/** The worker program's arguments. */
export function workerArguments(carrier: "fd3" | "stdio", options: PythonWorkerOptions): string[] {
  const { framework, callbacks, freeze = false, automaticGc = true } = options;
  return [
    "--carrier",
    carrier,
    "--framework",
    framework,
    ...(callbacks === undefined ? [] : ["--callbacks", callbacks]),
    ...(freeze ? ["--freeze"] : []),
    ...(automaticGc ? [] : ["--no-automatic-gc"]),
  ];
}
