// The ten public tables: all import, and what is known to be wrong in them is found.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { checkTables, type CheckResult } from "../../../src/tables/checks/check-tables.js";
import type { Finding } from "../../../src/tables/checks/finding.js";
import { settingsSchema } from "../../../src/tables/checks/settings.js";
import { findTables } from "../../../src/tables/find-tables.js";
import type { TableFile, UnusableFile } from "../../../src/tables/import/read-file.js";
import { isUsable, readTableFile } from "../../../src/tables/import/read-table-file.js";
import { newTable } from "../../../src/tables/import/new-table.js";

const folder = fileURLToPath(new URL("../../../../shared/data/aic-tables", import.meta.url));
const isThere = existsSync(folder);

describe.skipIf(!isThere)("the public tables (skipped where ../shared/data/aic-tables is not there)", () => {
  let files: (TableFile | UnusableFile)[] = [];
  let result: CheckResult | null = null;

  beforeAll(() => {
    files = findTables([folder]).map((file) => readTableFile(file));
    result = checkTables(files, settingsSchema.parse({}), "2026-01-01");
  }, 120_000);

  function found(gate: string, file: string): Finding[] {
    return (result?.open ?? []).filter((finding) => finding.gate === gate && finding.file.endsWith(file));
  }

  test("all ten import, no row is refused, and most are unattested", () => {
    const usable = files.filter(isUsable);
    expect(usable).toHaveLength(10);
    expect(usable.reduce((rows, { table }) => rows + table.rows, 0)).toBe(490_757);
    expect(usable.flatMap(({ refused }) => refused)).toEqual([]);
    const states = usable.map((file) => newTable(file).facts.publication.state);
    expect(states.filter((state) => state === "unattested")).toHaveLength(10);
  });

  test("the 8192-token spike of the b200 MoE table", () => {
    const spikes = found("spike", "b200_sxm/moe/trtllm/1.3.0rc10/moe_perf.parquet");
    const spike = spikes.find(({ scope }) => scope["num_tokens"] === 8192 && scope["hidden_size"] === 4096);
    expect(spike).toMatchObject({ scope: { moe_dtype: "nvfp4", inter_size: 1536, moe_tp_size: 8, moe_ep_size: 32, distribution: "power_law_1.01" } });
    expect(spike?.numbers["ratio"]).toBeCloseTo(5.86, 1);
  });

  test("the fp8_block plateaus of the h200 vLLM gemm table, and not its bf16 rows", () => {
    const plateaus = found("launch-bound", "gemm/vllm/0.24.0/gemm_perf.parquet");
    expect(new Set(plateaus.map(({ scope }) => scope["gemm_dtype"]))).toEqual(new Set(["fp8_block"]));
    const one = plateaus.filter(({ scope }) => scope["n"] === 5120 && scope["k"] === 2560);
    expect(one.map(({ scope }) => scope["kernel_source"]).sort()).toEqual(["DeepGemmFp8BlockScaledMMKernel", "FlashInferFp8BlockScaledMMKernel"]);
  });

  test('the "balanced" EP rows of the DeepSeek-V3 shape in the h200 vLLM MoE table', () => {
    const isDeepSeek = ({ scope }: Finding) => scope["hidden_size"] === 7168 && scope["inter_size"] === 2048 && scope["num_experts"] === 256;
    const file = "h200_sxm/moe/vllm/0.24.0/moe_perf.parquet";
    const slower = found("balanced-slower", file).filter(isDeepSeek);
    expect(slower.map(({ scope }) => scope["moe_ep_size"])).toEqual(expect.arrayContaining([8, 16, 32, 64]));
    expect(found("parallel-scaling", file).filter(isDeepSeek).map(({ scope }) => scope["moe_ep_size"])).toContain(8);
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
});
