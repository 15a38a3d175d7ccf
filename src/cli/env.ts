import { z } from "zod";
import { environmentState, findEnvironment, listEnvironments } from "../runtimes/python/environments.js";
import { installEnvironment } from "../runtimes/python/install.js";
import { EnvironmentNotInstalled } from "../runtimes/python/interpreter.js";
import { textTable } from "../view/terminal/text-table.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({ json: z.boolean().default(false) });

/** `assay env install NAME` */
export function envInstallCommand(name: string): void {
  const environment = findEnvironment(name);
  const beganMs = performance.now();
  installEnvironment(environment, (step) => process.stderr.write(`${name}: ${step}\n`));
  const seconds = Math.round((performance.now() - beganMs) / 1000);
  process.stderr.write(`${name}: installed and checked in ${seconds} s\n`);
  process.stdout.write(`${environment.interpreter}\n`);
}

/** `assay env list` */
export function envListCommand(options: unknown): void {
  const { json } = optionsSchema.parse(options);
  const environments = listEnvironments().map((environment) => ({
    name: environment.name,
    state: environmentState(environment),
    python: environment.python,
    framework: environment.framework,
    folder: environment.folder,
  }));
  if (json) return printJson({ environments });
  const rows = environments.map(({ name, state, python, folder }) => [name, state, `Python ${python}`, folder]);
  process.stdout.write(
    textTable([{ heading: "environment" }, { heading: "state" }, { heading: "wants" }, { heading: "folder" }], rows),
  );
}

/** `assay env path NAME` */
export function envPathCommand(name: string): void {
  const environment = findEnvironment(name);
  if (environmentState(environment) !== "installed") throw new EnvironmentNotInstalled(name);
  process.stdout.write(`${environment.interpreter}\n`);
}
