/** What a Python worker is started with, wherever it runs. */
export interface PythonWorkerOptions {
  /** What `load` imports, e.g. `vllm`; left out: no framework. */
  readonly framework?: string | undefined;
  /** A module of further callbacks: a dotted name, or the path of a .py file. */
  readonly callbacks?: string | undefined;
  /** Foreign collectors: folders from which they are imported, and functions as `package.module:function`. */
  readonly collectors?: { readonly paths: readonly string[]; readonly callbacks: readonly string[] } | undefined;
  /** After load, keep what is there from later collections (`gc.freeze()`). */
  readonly freeze?: boolean | undefined;
  /** `false`: after load Python does not collect by itself. */
  readonly automaticGc?: boolean | undefined;
  /** `false`: the framework chooses kernels as on a CPU without AMX. */
  readonly amx?: boolean | undefined;
}

/** The worker program's arguments. */
export function workerArguments(carrier: "fd3" | "stdio", options: PythonWorkerOptions): string[] {
  const { framework, callbacks, collectors, freeze = false, automaticGc = true, amx = true } = options;
  return [
    "--carrier",
    carrier,
    ...(framework === undefined ? [] : ["--framework", framework]),
    ...(callbacks === undefined ? [] : ["--callbacks", callbacks]),
    ...(collectors?.paths ?? []).flatMap((path) => ["--path", path]),
    ...(collectors?.callbacks ?? []).flatMap((callback) => ["--collector", callback]),
    ...(freeze ? ["--freeze"] : []),
    ...(automaticGc ? [] : ["--no-automatic-gc"]),
    ...(amx ? [] : ["--no-amx"]),
  ];
}
