// The worker's own tests: pytest in a virtual environment of the cache folder, keyed by its lock file.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { must, root } from "./install.mjs";

const python = join(root, "python");
const lock = join(python, "environments", "dev", "requirements.txt");
const none = { exitCode: 0, passed: 0, failed: 0, skipped: 0 };

/** Runs pytest where there is a Python 3; says so where there is none. */
export function pythonTests(report) {
  if (!hasPython()) return none;
  process.stdout.write("vLLM's layers are skipped here: npm run test:vllm builds their environment and tests them\n");
  const tests = ["-m", "pytest", "-q", "-m", "not vllm", `--junit-xml=${report}.xml`];
  const { status } = spawnSync(tool("python"), tests, { cwd: python, stdio: "inherit" });
  return { ...countsOf(readFileSync(`${report}.xml`, "utf8")), exitCode: status ?? 1 };
}

/**
 * Runs the tests of vLLM's layers with the Python of each named environment, which is built where it is absent.
 * Each version of vLLM has a process of its own.
 */
export function layerTests(report, environments) {
  if (!hasPython()) return none;
  return environments
    .map((name) => {
      process.stdout.write(`layers of the environment ${name}\n`);
      const xml = `${report}.${name}.xml`;
      const tests = ["-q", "-m", "vllm", "-p", "no:cacheprovider", `--junit-xml=${xml}`];
      const { status } = spawnSync(interpreterOf(name), ["-c", PYTEST, packagesOf(environment()), ...tests], {
        cwd: python,
        stdio: "inherit",
      });
      return { ...countsOf(existsSync(xml) ? readFileSync(xml, "utf8") : ""), exitCode: status ?? 1 };
    })
    .reduce(addCounts, none);
}

/** The Python of an environment, which is built where it is absent. */
export function interpreterOf(name) {
  const path = () => spawnSync("node", ["dist/cli/main.js", "env", "path", name], { cwd: root, encoding: "utf8" });
  const found = path();
  if (found.status === 0) return found.stdout.trim();
  must("node", ["dist/cli/main.js", "env", "install", name]);
  return path().stdout.trim();
}

/** The counts of two runs together. */
export function addCounts(one, other) {
  return {
    exitCode: one.exitCode || other.exitCode,
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

// pytest comes from the tools' environment, behind everything that the tested one has itself.
const PYTEST = "import sys; sys.path.append(sys.argv.pop(1)); import pytest; sys.exit(pytest.main(sys.argv[1:]))";

function packagesOf(path) {
  const lib = join(path, "lib");
  return join(lib, readdirSync(lib).find((name) => name.startsWith("python")) ?? "", "site-packages");
}

/** Whether the Python tests can run here; says so where they cannot. */
export function hasPython() {
  if (spawnSync("python3", ["-c", "import venv, ensurepip"]).status === 0) return true;
  process.stdout.write("Python is skipped: there is no Python 3 with venv here\n");
  return false;
}

/** A program of the tools' environment, which is built where it is absent. */
export function tool(name) {
  return join(environment(), "bin", name);
}

function environment() {
  const key = createHash("sha256").update(readFileSync(lock)).digest("hex").slice(0, 16);
  const path = join(cacheFolder(), "test-environments", key);
  const marker = join(path, "installed");
  if (existsSync(marker)) return path;
  process.stderr.write("Installing the tools of the Python tests (once)…\n");
  must("python3", ["-m", "venv", "--clear", path]);
  must(join(path, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", "-r", lock]);
  must("touch", [marker]);
  return path;
}

/** The folder of what can be made again. */
export function cacheFolder() {
  return process.env.ASSAY_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "assay");
}

/** Counts of a JUnit report: `tests` holds all of them. */
export function countsOf(xml) {
  const count = (name) => Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = count("skipped");
  return { passed: count("tests") - failed - skipped, failed, skipped };
}

// `npm run check` lints; the tests are a suite of `npm test`.
if (process.argv[1] === fileURLToPath(import.meta.url) && hasPython()) {
  const status = ["check", "format --check"].map(
    (command) => spawnSync(tool("ruff"), [...command.split(" "), "."], { cwd: python, stdio: "inherit" }).status ?? 1,
  );
  process.exit(Math.max(...status));
}
