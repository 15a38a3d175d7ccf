import { spawnSync } from "node:child_process";
import type { PythonEnvironment } from "./environments.js";

// Prints a line for each package of a lock file that is not there whole and in that version. An installation that was
// killed leaves packages whose folder is there and whose files are not.
const CHECK = `
import sys
from importlib.metadata import PackageNotFoundError, distribution

def fault(name, wanted):
    try:
        found = distribution(name)
        if found.version != wanted:
            return f"is there as {found.version}"
        if found.files is None:
            return "is there without its list of files"
        missing = sum(not file.locate().exists() for file in found.files)
        return f"lacks {missing} of its files" if missing else None
    except (PackageNotFoundError, KeyError, TypeError):
        return "is missing"

for line in open(sys.argv[1], encoding="utf-8"):
    name, _, wanted = line.partition("#")[0].partition(";")[0].strip().partition("==")
    said = fault(name, wanted) if wanted else None
    if said:
        print(f"{name}=={wanted} {said}")
`;

/** A package that is not as the lock file has it. */
export interface WrongPackage {
  /** `name==version`, as it should be. */
  readonly wanted: string;
  /** E.g. `is missing`. */
  readonly fault: string;
}

/**
 * Packages of the lock file that the environment lacks, or has in another version or in part.
 * @throws InterpreterBroken
 */
export function wrongPackages({ interpreter, lockFile }: PythonEnvironment): WrongPackage[] {
  const { status, stdout, stderr, error } = spawnSync(interpreter, ["-c", CHECK, lockFile], { encoding: "utf8" });
  if (status !== 0) throw new InterpreterBroken(`${interpreter} does not run: ${error?.message ?? lastLine(stderr)}`);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => ({
    wanted: line.slice(0, line.indexOf(" ")),
    fault: line.slice(line.indexOf(" ") + 1),
  }));
}

/** An environment's interpreter is there and does not run. */
export class InterpreterBroken extends Error {
  override readonly name = "InterpreterBroken";
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
