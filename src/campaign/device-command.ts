import { deviceThreads } from "../launch/device-threads.js";
import { localLaunch } from "../launch/local-launch.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import { interpreterOf } from "../runtimes/python/interpreter.js";
import { localPythonCommand } from "../runtimes/python/local-command.js";
import { remotePythonCommand } from "../runtimes/python/remote-command.js";
import { ortWorkerCommand, type WorkerCommand } from "../runtimes/worker-command.js";

/**
 * The command that starts a worker of a device, here or behind its launch command.
 * @throws LaunchImpossible, EnvironmentNotFound, EnvironmentNotInstalled, WorkerNotPacked
 */
export function deviceCommand(device: DeviceSpec): WorkerCommand {
  const { runtime, cores, callbacks, collectors, launch: template, host } = device;
  if (runtime === "ort") return localLaunch(ortWorkerCommand({ callbacks }), cores);
  const framework = runtime === "python" ? undefined : runtime;
  const { freeze, automatic_gc: automaticGc, amx } = device;
  const options = { framework, callbacks, collectors, freeze, automaticGc, amx };
  const python = interpreterOf(device);
  if (template === undefined) return localLaunch(localPythonCommand(python, options), cores);
  return localLaunch(remotePythonCommand({ template, host, python }, options));
}

/** How many threads a device's layers use. */
export function threadsOf({ cores, threads }: DeviceSpec): number {
  return threads ?? deviceThreads(cores);
}
