// The worker's wrapper on every Python that it says it supports: those found on the PATH, with pyenv and with uv. What is
// not here is said, and is no failure; that none is here is one.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { must, root } from "./install.mjs";
import { addCounts, cacheFolder, countsOf } from "./python-tests.mjs";

const versions = ["3.10", "3.11", "3.12", "3.13"];
const python = join(root, "python");
const lock = join(python, "environments", "dev", "requirements.txt");
/** What a wrapped callback is held to; none of it needs a framework. */
const groups = [
  "argument_forwarding",
  "callback_boundaries",
  "cycle_release",
  "failure_propagation",
  "foreign_collectors",
  "import_compatibility",
  "pickle_identity",
];

/** Runs these groups once a version. */
export function pythonVersionTests(report) {
  const found = versions.map((version) => [version, interpreterOf(version)]);
  const missing = found.filter(([, program]) => program === null).map(([version]) => version);
  const counts = found.flatMap(([version, program]) => (program === null ? [] : [testsOn(version, program, report)]));
  if (missing.length > 0) process.stdout.write(`not tested, because it is not here: Python ${missing.join(", ")}\n`);
  return counts.length === 0
    ? { exitCode: 1, passed: 0, failed: 0, skipped: 0 }
    : counts.reduce((sum, one) => addCounts(sum, one));
}

function testsOn(version, program, report) {
  const xml = `${report}.${version}.xml`;
  const files = groups.map((group) => join("tests", `test_${group}.py`));
  const { status } = spawnSync(
    environmentOf(version, program),
    ["-m", "pytest", "-q", "-p", "no:cacheprovider", `--junit-xml=${xml}`, ...files],
    { cwd: python, stdio: ["ignore", 2, "inherit"] },
  );
  const counts = { ...countsOf(existsSync(xml) ? readFileSync(xml, "utf8") : ""), exitCode: status ?? 1 };
  const { passed, failed, skipped } = counts;
  process.stdout.write(`Python ${version} (${program}): ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return counts;
}

/** The interpreter of a virtual environment with pytest, built where it is absent. */
function environmentOf(version, program) {
  const key = createHash("sha256").update(readFileSync(lock)).update(program).digest("hex").slice(0, 16);
  const path = join(cacheFolder(), "test-environments", `${version}-${key}`);
  const interpreter = join(path, "bin", "python");
  const marker = join(path, "installed");
  if (existsSync(marker)) return interpreter;
  must(program, ["-m", "venv", "--clear", path]);
  must(interpreter, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", lock, "pytest"]);
  writeFileSync(marker, "");
  return interpreter;
}

function interpreterOf(version) {
  const candidates = [`python${version}`, "python3", ...ofPyenv(version), ...ofUv(version)];
  return candidates.find((program) => isVersion(program, version)) ?? null;
}

/** A program of that name may be a shim that runs nothing, or lack what a virtual environment needs. */
function isVersion(program, version) {
  const { status, stdout } = spawnSync(
    program,
    ["-c", "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"],
    { encoding: "utf8" },
  );
  return status === 0 && stdout.trim() === version;
}

function ofPyenv(version) {
  const folder = join(process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"), "versions");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(`${version}.`));
  return names.map((name) => join(folder, name, "bin", "python"));
}

function ofUv(version) {
  const { status, stdout } = spawnSync("uv", ["python", "find", version], { encoding: "utf8" });
  return status === 0 ? [stdout.trim()] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { exitCode } = pythonVersionTests(join(cacheFolder(), "test-environments", "report"));
  process.exit(exitCode);
}
