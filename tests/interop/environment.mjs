// The Python environment of the interoperability tests: aiconfigurator and pyarrow, in the cache folder, by the lock file.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const lockFile = fileURLToPath(new URL("requirements.txt", import.meta.url));

/** Path of the environment's Python; installs what is missing, once a lock file and version of Python. */
export function environment() {
  const version = output("python3", ["-c", "import sys; print(sys.version)"]);
  const key = createHash("sha256").update(readFileSync(lockFile)).update(version).digest("hex").slice(0, 16);
  const cache = process.env.ASSAY_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "assay");
  const folder = join(cache, `interop-${key}`);
  const python = join(folder, "bin", "python");
  const marker = join(folder, "installed");
  if (existsSync(marker)) return python;
  process.stderr.write(`Installing aiconfigurator and pyarrow into ${folder} (once)…\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  output("python3", ["-m", "venv", folder]);
  output(python, ["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "-r", lockFile]);
  writeFileSync(marker, key);
  return python;
}

function output(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
}
