import { spawnSync } from "node:child_process";
import type { PythonEnvironment } from "./environments.js";

// Prints a line for each package of a lock file that is not there in that version.
const CHECK = `
import sys
from importlib.metadata import PackageNotFoundError, version
for line in open(sys.argv[1], encoding="utf-8"):
    name, _, wanted = line.partition("#")[0].partition(";")[0].strip().partition("==")
    if not wanted:
        continue
    try:
        found = version(name)
    except PackageNotFoundError:
        found = "missing"
    if found != wanted:
        print(f"{name}: {found}, not {wanted}")
`;

/** Packages of the lock file that the environment lacks or has in another version, each as a sentence. */
export function wrongPackages({ interpreter, lockFile }: PythonEnvironment): string[] {
  const { status, stdout, stderr, error } = spawnSync(interpreter, ["-c", CHECK, lockFile], { encoding: "utf8" });
  if (status !== 0) return [`${interpreter} does not run: ${error?.message ?? lastLine(stderr)}`];
  return stdout.split("\n").filter((line) => line !== "");
}

/** Why the environment's framework cannot be imported, or `null`. The first time Python compiles it: half a minute. */
export function importFault({ interpreter, framework }: PythonEnvironment): string | null {
  if (framework === null) return null;
  const { status, stderr, error } = spawnSync(interpreter, ["-c", `import ${framework}`], { encoding: "utf8" });
  return status === 0 ? null : `${framework} cannot be imported: ${error?.message ?? lastLine(stderr)}`;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
