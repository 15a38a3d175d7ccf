// `npm test`: installs what is missing, builds, runs the tests and ends with their sum.
//   npm test                    unit and end-to-end tests
//   npm test -- browser         named suites only: unit, e2e, browser
//   npm test -- all             all of them
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, install, root } from "./install.mjs";

const known = ["unit", "e2e", "browser"];
const asked = process.argv.slice(2);
const wrong = asked.filter((suite) => suite !== "all" && !known.includes(suite));
if (wrong.length > 0) {
  process.stderr.write(`there is no suite ${wrong.join(", ")}; there are: ${known.join(", ")}, all\n`);
  process.exit(2);
}
const suites = asked.includes("all") ? known : asked.length > 0 ? asked : ["unit", "e2e"];

install();
build();

const reports = join(root, "node_modules", ".cache", "test-reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let exitCode = 0;
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const suite of suites) {
  const report = join(reports, `${suite}.json`);
  const { status } = spawnSync(
    "npx",
    ["--no-install", "vitest", "run", "--project", suite, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { cwd: root, stdio: "inherit" },
  );
  exitCode ||= status ?? 1;
  add(report);
}
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exit(exitCode);

function add(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
    sum.passed += numPassedTests;
    sum.failed += numFailedTests;
    sum.skipped += numPendingTests + numTodoTests;
  } catch {
    process.stderr.write(`the runner left no report at ${report}\n`);
    exitCode ||= 1;
  }
}
