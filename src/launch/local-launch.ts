import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { WorkerCommand } from "../runtimes/worker-command.js";

/** A device asks for something that this machine cannot give. */
export class LaunchImpossible extends Error {
  override readonly name = "LaunchImpossible";
}

/**
 * The command that runs `worker` on this machine: it dies with its parent (`setpriv --pdeathsig`, which holds even
 * while native code blocks the worker) and stays on its cores.
 * @throws LaunchImpossible when cores are asked for where `taskset` is missing.
 */
export function localLaunch(worker: WorkerCommand, cores?: string): WorkerCommand {
  const words = [worker.program, ...worker.args];
  if (cores !== undefined) {
    if (!onPath("taskset")) throw new LaunchImpossible("`cores` needs taskset (util-linux), which is not on the PATH");
    words.unshift("taskset", "-c", cores);
  }
  // Without setpriv (macOS) the worker still ends at the end of its standard input.
  if (onPath("setpriv")) words.unshift("setpriv", "--pdeathsig", "KILL", "--");
  const [program = worker.program, ...args] = words;
  return { ...worker, program, args };
}

/** Whether a program is found on the PATH. */
export function onPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
