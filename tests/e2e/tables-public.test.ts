// The ten public tables: all import, and what is known to be wrong in them is found.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../src/tables/checks/finding.js";
import { assay, startAssay, temporaryFolder } from "./assay.js";

const folder = fileURLToPath(new URL("../../../shared/data/aic-tables", import.meta.url));

// Node tells of a process's own use alone, so the command says it as it ends.
const tellUse = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();' +
    " process.stderr.write(`use ${maxRSS} ${userCPUTime + systemCPUTime}\\n`) })",
)}`;

describe.skipIf(!existsSync(folder))("the public tables (skipped: ../shared/data/aic-tables is not there)", () => {
  let findings: Finding[] = [];

  beforeAll(async () => {
    const { stdout } = await assay("check", folder, "--json");
    findings = (JSON.parse(stdout) as { findings: Finding[] }).findings;
  });

  function found(gate: string, file: string): Finding[] {
    return findings.filter((finding) => finding.gate === gate && finding.file.endsWith(file));
  }

  test("all ten import and no row is refused; nine say nothing of how they came to be, and that is shown", async () => {
    const to = join(temporaryFolder(), "library");
    const { exitCode, stdout } = await assay("import", folder, "--to", to, "--json");
    expect(exitCode).toBe(0);
    const { files } = JSON.parse(stdout) as {
      files: { rows: number; refused: unknown[]; publication: { state: string } }[];
    };
    expect(files).toHaveLength(10);
    expect(files.reduce((rows, file) => rows + file.rows, 0)).toBe(490_739);
    expect(files.flatMap(({ refused }) => refused)).toEqual([]);
    expect(files.filter(({ publication }) => publication.state === "unattested")).toHaveLength(9);
    expect((await assay("check", to)).stdout).toContain("b200");
  });

  test("the 8192-token spike of the b200 MoE table", () => {
    const spikes = found("spike", "b200_sxm/moe/trtllm/1.3.0rc10/moe_perf.parquet");
    const spike = spikes.find(({ scope }) => scope["num_tokens"] === 8192 && scope["hidden_size"] === 4096);
    expect(spike).toMatchObject({
      scope: { moe_dtype: "nvfp4", inter_size: 1536, moe_tp_size: 8, moe_ep_size: 32, distribution: "power_law_1.01" },
    });
    expect(spike?.numbers["ratio"]).toBeCloseTo(5.86, 1);
  });

  test("the fp8_block plateaus of the h200 vLLM gemm table, and not its bf16 rows", () => {
    const plateaus = found("launch-bound", "gemm/vllm/0.24.0/gemm_perf.parquet");
    expect(new Set(plateaus.map(({ scope }) => scope["gemm_dtype"]))).toEqual(new Set(["fp8_block"]));
    const one = plateaus.filter(({ scope }) => scope["n"] === 5120 && scope["k"] === 2560);
    expect(one.map(({ scope }) => String(scope["kernel_source"])).sort()).toEqual([
      "DeepGemmFp8BlockScaledMMKernel",
      "FlashInferFp8BlockScaledMMKernel",
    ]);
  });

  test('the "balanced" EP rows of the DeepSeek-V3 shape in the h200 vLLM MoE table', () => {
    const isDeepSeek = ({ scope }: Finding) =>
      scope["hidden_size"] === 7168 && scope["inter_size"] === 2048 && scope["num_experts"] === 256;
    const file = "h200_sxm/moe/vllm/0.24.0/moe_perf.parquet";
    const slower = found("balanced-slower", file).filter(isDeepSeek);
    expect(slower.map(({ scope }) => scope["moe_ep_size"])).toEqual(expect.arrayContaining([8, 16, 32, 64]));
    const poor = found("parallel-scaling", file).filter(isDeepSeek);
    expect(poor.map(({ scope }) => scope["moe_ep_size"])).toContain(8);
  });

  test("the nccl duplicates (504 keys) and its version against its folder", () => {
    const file = "comm/nccl/2.26.2/nccl_perf.parquet";
    const duplicates = found("duplicate-keys", file);
    expect(duplicates.reduce((keys, { numbers }) => keys + (numbers["keys"] ?? 0), 0)).toBe(504);
    expect(duplicates.find(({ numbers }) => numbers["worstSpread"] === 1)?.numbers["keys"]).toBe(13);
    expect(Math.max(...duplicates.map(({ numbers }) => numbers["worstSpread"] ?? 0))).toBeCloseTo(4.2, 1);
    expect(found("folder-mismatch", file)[0]?.says).toBe("its folder says version 2.26.2, its rows 2.29.2");
  });

  test("cold first points", () => {
    expect(found("cold-first-point", "b200_sxm/moe/trtllm/1.3.0rc10/moe_perf.parquet").length).toBeGreaterThan(50);
  });

  test("the check takes less than 15 s of a core and less than 1 GB", async () => {
    const { ended } = startAssay(["check", folder], { environment: { NODE_OPTIONS: `--import=${tellUse}` } });
    const [, peakKiB, cpuMicroseconds] = /use (\d+) (\d+)/.exec((await ended).stderr) ?? [];
    expect(Number(peakKiB) * 1024).toBeLessThan(1e9);
    expect(Number(cpuMicroseconds) / 1e6).toBeLessThan(15);
  });

  test("every finding says what to do, and where", () => {
    for (const finding of findings)
      expect(finding).toMatchObject({ to_do: expect.stringMatching(/.{10}/), file: expect.stringContaining("/") });
  });
});
