import { environmentState, findEnvironment } from "./environments.js";

/** An environment that is named and was not built yet. */
export class EnvironmentNotInstalled extends Error {
  override readonly name = "EnvironmentNotInstalled";
  constructor(name: string) {
    super(`the environment ${name} is not installed here; build it with: assay env install ${name}`);
  }
}

/** Where a device's Python is said to be: an environment's name, or a program. */
export interface NamedPython {
  readonly environment?: string | undefined;
  readonly python?: string | undefined;
}

/**
 * The interpreter of a device on this machine.
 * @throws EnvironmentNotFound, EnvironmentNotInstalled
 */
export function interpreterOf({ environment, python }: NamedPython): string {
  if (environment === undefined) return python ?? "python3";
  const found = findEnvironment(environment);
  if (environmentState(found) !== "installed") throw new EnvironmentNotInstalled(environment);
  return found.interpreter;
}
