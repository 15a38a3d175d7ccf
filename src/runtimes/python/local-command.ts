import type { WorkerCommand } from "../worker-command.js";
import { pythonFolder } from "./product.js";
import { type PythonWorkerOptions, workerArguments } from "./worker-options.js";

/** A worker of an interpreter on this machine: it reads commands on stdin and reports on descriptor 3. */
export function localPythonCommand(python: string, options: PythonWorkerOptions): WorkerCommand {
  return {
    program: python,
    args: ["-m", "assay_worker", ...workerArguments("fd3", options)],
    // Nothing of the user's own folder gets before the environment's packages.
    environment: { PYTHONPATH: pythonFolder, PYTHONNOUSERSITE: "1" },
  };
}
