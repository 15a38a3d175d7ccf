import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
// Node tells of a process's own use alone, so the command says it as it ends.
const tellUse = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();' +
    " process.stderr.write(`use ${maxRSS} ${userCPUTime + systemCPUTime}\\n`) })",
)}`;

/** What a command of `assay` takes in a process of its own: `1.98 s, 2.31 s of CPU, 298 MiB at most`. Findings are no fault. */
export function useOf(command: readonly string[]): string {
  const start = performance.now();
  const { stderr, status } = spawnSync(process.execPath, ["--import", tellUse, main, ...command], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const seconds = (performance.now() - start) / 1000;
  const [, peakKiB, cpuMicroseconds] = /use (\d+) (\d+)/.exec(stderr) ?? [];
  if (status === null || status > 1 || peakKiB === undefined) throw new Error(stderr);
  const cpuSeconds = Number(cpuMicroseconds) / 1e6;
  return `${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of CPU, ${(Number(peakKiB) / 1024).toFixed(0)} MiB at most`;
}
