import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { findPython } from "./base-python.js";
import type { PythonEnvironment } from "./environments.js";
import { importFault, wrongPackages } from "./installed-check.js";

/** An environment could not be built; what was done is kept, and the next installation goes on from there. */
export class InstallFailed extends Error {
  override readonly name = "InstallFailed";
}

/** Tells the user what is being done. */
export type Progress = (step: string) => void;

/**
 * Builds an environment from its lock file, with `uv` where it is there and `pip` else. What an earlier, broken-off
 * installation left is used; an environment counts once every package is there in its version and the framework loads.
 * @throws InstallFailed
 */
export function installEnvironment(environment: PythonEnvironment, progress: Progress): void {
  const withUv = runs("uv", ["--version"]);
  makeFolder(environment, { withUv, progress });
  const missing = wrongPackages(environment).length;
  if (missing > 0) {
    progress(
      `installing ${missing} packages with ${withUv ? "uv" : "pip"} (some GB; interrupted, it goes on from there)`,
    );
    installPackages(environment, { withUv, what: ["-r", environment.lockFile] });
    repair(environment, { withUv, progress });
  }
  check(environment, progress);
}

interface Making {
  readonly withUv: boolean;
  readonly progress: Progress;
}

function makeFolder({ folder, interpreter, python }: PythonEnvironment, { withUv, progress }: Making): void {
  if (existsSync(interpreter)) return;
  mkdirSync(dirname(folder), { recursive: true });
  progress(`making ${folder}`);
  if (withUv) return must("uv", ["venv", "--quiet", "--allow-existing", "--python", python, folder]);
  const base = findPython(python);
  if (!base) throw new InstallFailed(`it needs Python ${python}, which is not on the PATH; uv would fetch it`);
  must(base.program, ["-m", "venv", folder]);
}

/** Installs again what an installer takes for installed, and what lacks files all the same. */
function repair(environment: PythonEnvironment, { withUv, progress }: Making): void {
  const broken = wrongPackages(environment).map(({ wanted }) => wanted);
  if (broken.length === 0) return;
  progress(`installing again what was broken off: ${broken.join(", ")}`);
  installPackages(environment, { withUv, what: [withUv ? "--reinstall" : "--force-reinstall", ...broken] });
}

// The lock file names every package: nothing is resolved, and pins that no registry can meet do not matter.
function installPackages(
  { interpreter }: PythonEnvironment,
  { withUv, what }: { readonly withUv: boolean; readonly what: readonly string[] },
): void {
  if (withUv) return must("uv", ["pip", "install", "--python", interpreter, "--no-deps", ...what]);
  if (!runs(interpreter, ["-m", "pip", "--version"])) must(interpreter, ["-m", "ensurepip", "--default-pip"]);
  must(interpreter, ["-m", "pip", "install", "--disable-pip-version-check", "--no-deps", ...what]);
}

function check(environment: PythonEnvironment, progress: Progress): void {
  progress("checking every package against the lock file");
  const wrong = wrongPackages(environment);
  if (wrong.length > 0) {
    throw new InstallFailed(
      `packages are not as locked: ${wrong.map(({ wanted, fault }) => `${wanted} ${fault}`).join("; ")}`,
    );
  }
  if (environment.framework !== null) progress(`importing ${environment.framework} (half a minute the first time)`);
  const fault = importFault(environment);
  if (fault !== null) throw new InstallFailed(fault);
  const { name, lockFile, marker } = environment;
  // Whole or not at all: a half-written marker would call an unchecked environment installed.
  writeFileSync(`${marker}.new`, `${JSON.stringify({ name, lockFile, checked: new Date().toISOString() })}\n`);
  renameSync(`${marker}.new`, marker);
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, [...args], { stdio: "ignore" }).status === 0;
}

/** Runs a program whose output is for the user; stdout is left to the command's own answer. */
function must(program: string, args: readonly string[]): void {
  const { status, error, signal } = spawnSync(program, [...args], { stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  throw new InstallFailed(
    `${program} ${args.slice(0, 3).join(" ")} … ended with ${error?.message ?? signal ?? status}`,
  );
}
