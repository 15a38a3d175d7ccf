// `npm run mutants`: breaks the Python worker and its wrapper, one fault at a time, and prints which group of tests found
// each; ends with 1 when one was not found by the group that should.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./install.mjs";
import { hasPython, tool } from "./python-tests.mjs";

if (hasPython()) {
  const { status } = spawnSync(tool("python"), [join("python", "mutants.py")], { cwd: root, stdio: "inherit" });
  process.exit(status ?? 1);
}
