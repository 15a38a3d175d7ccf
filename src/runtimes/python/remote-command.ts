import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkerCommand } from "../worker-command.js";
import { type LaunchPlaces, launchWords } from "./launch-template.js";
import { pythonFolder } from "./product.js";
import { type PythonWorkerOptions, workerArguments } from "./worker-options.js";

/** The worker could not be made one file. */
export class WorkerNotPacked extends Error {
  override readonly name = "WorkerNotPacked";
}

/** Where a worker behind a launch command runs. */
export interface RemotePlace extends LaunchPlaces {
  readonly template: string;
}

/**
 * A worker behind a launch command. Nothing needs installing there but Python: the command carries a small program, and
 * the first line of its standard input the worker as one file.
 * @throws LaunchTemplateInvalid, WorkerNotPacked
 */
export function remotePythonCommand({ template, ...places }: RemotePlace, options: PythonWorkerOptions): WorkerCommand {
  const bootstrap = readFileSync(join(pythonFolder, "bootstrap.py"), "utf8");
  const [program = "", ...args] = launchWords(template, places, [
    "-c",
    bootstrap,
    ...workerArguments("stdio", options),
  ]);
  return { program, args, environment: {}, carrier: "stdio", firstLine: packedWorker().toString("base64") };
}

/** The worker as one zip file that Python runs. */
function packedWorker(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "assay-pack-"));
  try {
    const target = join(folder, "assay-worker.pyz");
    const { status, stderr, error } = spawnSync("python3", [join(pythonFolder, "build_zipapp.py"), target], {
      encoding: "utf8",
    });
    if (status === 0) return readFileSync(target);
    throw new WorkerNotPacked(
      `a launch command needs python3 on this machine as well: ${error?.message ?? stderr.trim()}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
