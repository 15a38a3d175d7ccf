// What a large plan costs: the public MoE sweep over every shipped MoE model, with tensor and expert parallelism, both
// dtypes and many workloads. Run: npm run build && npx tsx bench/plan.ts
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedModels } from "../dist/model/find-model.js";

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
// Node tells a process's own peak alone, so the command says it as it ends.
const tellPeak = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS}\\n`))',
)}`;

const campaign = `devices: [{name: cpu0, runtime: ort, cores: "0-1"}]
cases:
  - op: moe
    models: [${shippedModels().join(", ")}]
    dtype: [fp32, int4]
    tp: {from: 1, to: 16, factor: 2}
    ep: {from: 1, to: 64, factor: 2}
    tokens: public-moe-27
    workload: [balanced, {power_law: [0.6, 0.8, 1.01, 1.2, 1.4]}]
`;

interface Planned {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly text: string;
}

function plan(args: readonly string[]): Planned {
  const start = performance.now();
  const command = ["--import", tellPeak, main, "plan", ...args];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(stderr);
  const peakKiB = Number(/peak (\d+)/.exec(stderr)?.[1]);
  return { seconds: (performance.now() - start) / 1000, peakMiB: peakKiB / 1024, text: stdout };
}

const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
try {
  const file = join(folder, "large.yaml");
  writeFileSync(file, campaign);
  for (const args of [[file], [file], [file, "--json"]]) {
    const { seconds, peakMiB, text } = plan(args);
    const sum = /^(\d+ cases, \d+ points).*/m.exec(text)?.[1] ?? "as JSON";
    const seal = createHash("sha256").update(text).digest("hex").slice(0, 12);
    process.stdout.write(
      `${sum}: ${seconds.toFixed(2)} s, ${peakMiB.toFixed(0)} MiB at most; ` +
        `${(text.length / 2 ** 20).toFixed(1)} MiB of text, sha256 ${seal}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
