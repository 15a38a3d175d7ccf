import { spawnSync } from "node:child_process";

/** A Python on the PATH. */
export interface FoundPython {
  readonly program: string;
  /** E.g. `3.11.7`. */
  readonly version: string;
}

/** The Python that a program is; `null` where it does not run. */
export function pythonAt(program: string): FoundPython | null {
  const { status, stdout } = spawnSync(program, ["-c", "import platform; print(platform.python_version())"], {
    encoding: "utf8",
  });
  return status === 0 ? { program, version: stdout.trim() } : null;
}

/** A Python of the wanted version, `3.11` or `>=3.10`; `null` where the PATH has none. */
export function findPython(wanted: string): FoundPython | null {
  const exact = /^\d/.test(wanted) ? [`python${wanted}`] : [];
  const found = [...exact, "python3", "python"].map(pythonAt);
  return found.find((python) => python !== null && fits(python.version, wanted)) ?? null;
}

function fits(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.replace(/^>=/, "").split(".").map(Number);
  if (major !== wantedMajor) return false;
  return wanted.startsWith(">=") ? minor >= wantedMinor : minor === wantedMinor;
}
