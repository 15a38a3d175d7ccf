// A campaign's points out as tables, tables in, and the check: through the command line.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll } from "vitest";
import { readParquet } from "../../src/tables/formats/read-parquet.js";
import { cellAt } from "../../src/tables/table.js";
import type { TablesReport } from "../../src/view/report/tables-report.js";
import { assay, temporaryFolder } from "./assay.js";

const campaignFile = `name: tables
devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 1, runs: 6}}}
cases:
  - {op: moe, models: qwen3-30b-a3b, dtype: [fp32, int4], ep: 64, tokens: [1, 4, 16]}
`;
const demonstration = `name: demonstration
devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 0, runs: 1}}}
cases:
  - {op: moe, callback: demo/leaky-moe, models: qwen3-30b-a3b, dtype: fp32, ep: 64, tokens: [1, 2]}
`;
const names = ["--as", "fp32=bfloat16", "--as", "int4=int4_wo", "--as", "onnxruntime=vllm"];

let folder = "";
let campaign = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-tables-"));
  campaign = join(folder, "campaign");
  writeFileSync(join(folder, "campaign.yaml"), campaignFile);
  await assay("run", join(folder, "campaign.yaml"), "--dir", campaign);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Exported {
  readonly files: {
    readonly path: string;
    readonly rows: number | null;
    readonly written_as: Record<string, string>;
  }[];
  readonly publication: { readonly state: string; readonly reasons: string[] };
  readonly withheld: { readonly reason: string; readonly points: number }[];
}

async function exported(directory: string, ...args: string[]): Promise<Exported> {
  const { exitCode, stdout, stderr } = await assay("export", directory, ...args, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Exported;
}

describe("export", () => {
  test("a table a kind of layer, with how each point was measured and where it comes from; a draft, and why", async () => {
    const to = temporaryFolder();
    const { files, publication } = await exported(campaign, "--to", to);
    expect(files).toMatchObject([{ rows: 6 }]);
    expect(publication.state).toBe("draft");
    const { table, facts } = readParquet(readFileSync(files[0]?.path ?? ""), "moe");
    expect(facts).toMatchObject({
      statistic: "median",
      units: { latency: "ms", num_tokens: "1", median_ms: "ms" },
      publication: { state: "draft", reasons: publication.reasons },
      sources: [{ kind: "campaign", name: "tables", environments: [{ runtime: "ort" }] }],
    });
    const row = Object.fromEntries([...table.columns.keys()].map((name) => [name, cellAt(table, name, 0)]));
    expect(row).toMatchObject({
      framework: "onnxruntime",
      op_name: "moe",
      moe_dtype: "fp32",
      num_tokens: 1,
      moe_ep_size: 64,
      distribution: "balanced",
      samples: 6,
      clock: "host",
      cache: "warm",
      local_pairs: 1,
      models: "qwen3-30b-a3b",
    });
    expect(row["latency"]).toBe(row["median_ms"]);
    expect(Number(row["min_ms"])).toBeLessThanOrEqual(Number(row["latency"]));
    expect(row["kernel_source"]).toContain("MoE");
  });

  test("the same campaign gives the same bytes, also through import and export", async () => {
    const [one, two, three] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const [first] = (await exported(campaign, "--to", one)).files;
    await exported(campaign, "--to", two);
    expect((await assay("import", one, "--to", three)).exitCode).toBe(0);
    const [again] = (await exported(three, "--to", join(three, "again"))).files;
    const bytes = [first?.path.replace(one, two), first?.path.replace(one, three), again?.path].map((path) =>
      readFileSync(path ?? ""),
    );
    for (const same of bytes) expect(same.equals(readFileSync(first?.path ?? ""))).toBe(true);
  });

  test("another statistic", async () => {
    const [file] = (await exported(campaign, "--to", temporaryFolder(), "--statistic", "min")).files;
    const { table } = readParquet(readFileSync(file?.path ?? ""), "moe");
    expect(cellAt(table, "latency", 0)).toBe(cellAt(table, "min_ms", 0));
  });

  test("what aiconfigurator cannot name is refused, naming what it knows, and nothing is written", async () => {
    const to = temporaryFolder();
    const { exitCode, stderr } = await assay(
      "export",
      campaign,
      "--to",
      to,
      "--layout",
      "aic",
      "--system",
      "epyc",
      "--as",
      "onnxruntime=vllm",
    );
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/no number format of moe_dtype (fp32|int4); it knows bfloat16, fp8/);
    expect(readdirSync(to)).toEqual([]);
  });

  test("in aiconfigurator's layout under other names, which the kernel and the file beside the table say", async () => {
    const to = temporaryFolder();
    const { files } = await exported(campaign, "--to", to, "--layout", "aic", "--system", "epyc", ...names);
    expect(files.map(({ path }) => path.slice(to.length + 1)).sort()).toEqual([
      expect.stringMatching(/^data\/epyc\/moe\/vllm\/[\d.]+\/collection_meta.yaml$/),
      expect.stringMatching(/^data\/epyc\/moe\/vllm\/[\d.]+\/moe_perf.parquet$/),
      "epyc.yaml",
      "query_versions.yaml",
    ]);
    const table = files.find(({ rows }) => rows !== null);
    expect(table?.written_as).toEqual({ fp32: "bfloat16", int4: "int4_wo", onnxruntime: "vllm" });
    const read = readParquet(readFileSync(table?.path ?? ""), "moe").table;
    expect(cellAt(read, "kernel_source", 0)).toMatch(/_onnxruntime_as_vllm_fp32_as_bfloat16$/);
  });

  test("points of demonstrations are never exported", async () => {
    const directory = join(temporaryFolder(), "demo");
    const file = join(temporaryFolder(), "demo.yaml");
    writeFileSync(file, demonstration);
    expect((await assay("run", file, "--dir", directory)).exitCode).toBe(0);
    const { files, withheld } = await exported(directory, "--to", temporaryFolder());
    expect(files).toEqual([]);
    expect(withheld).toEqual([{ reason: "demo/leaky-moe is a demonstration, and is never published", points: 2 }]);
  });
});

describe("import and check", () => {
  const header = "framework,version,device,op_name,kernel_source,gemm_dtype,m,n,k,latency_us";
  const cells = (m: number, us: number | string) =>
    `VLLM,0.24.0,NVIDIA H200,gemm,cutlass,bfloat16,${m},5120,2560,${us}`;
  const staging = (...lines: string[]) => {
    const file = join(temporaryFolder(), "gemm_perf.csv");
    writeFileSync(file, [header, ...lines].join("\n"));
    return file;
  };

  test("refused rows are told with file and row, and by the exit code; the others are taken over", async () => {
    const file = staging(cells(1, 10), cells(2, "nan"), cells(4, 11));
    const { exitCode, stdout } = await assay("import", file);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`refused: ${file} row 3: latency_us is "nan", which is no number`);
    expect(stdout).toContain("latency_us from us to ms");
    expect(stdout).toContain("unattested");
    expect(stdout).toContain("nothing was written");
  });

  test("a key with two values is told, and fails in strict mode", async () => {
    const file = staging(cells(1, 230.71615), cells(1, 225.14689));
    const plain = await assay("import", file, "--to", temporaryFolder());
    expect(plain.exitCode).toBe(0);
    expect(plain.stdout).toContain("1 key with more than one value, up to 2.5 % apart");
    expect((await assay("import", file, "--strict")).exitCode).toBe(1);
  });

  test("a check fails on what it is told to fail on, and a waiver passes over it", async () => {
    const curve = [1, 2, 4, 8, 16, 32, 64].map((m) => cells(m, m === 16 ? 90 : 10 + m / 100));
    const file = staging(...curve);
    const { exitCode, stdout } = await assay("check", file);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/error spike: 1 finding/);
    expect(stdout).toMatch(/to do: measure these points again/);
    const settings = join(temporaryFolder(), "check.yaml");
    writeFileSync(
      settings,
      "waivers: [{gate: spike, file: gemm_perf.csv, reason: known, who: me, until: 2999-01-01}]\n",
    );
    const waived = await assay("check", file, "--settings", settings);
    expect(waived.exitCode).toBe(0);
    expect(waived.stdout).toContain("waived: 1 finding of spike in gemm_perf.csv (known; me, until 2999-01-01)");
    expect((await assay("check", file, "--settings", settings, "--fail-on", "notice")).exitCode).toBe(1);
  });

  test("tables are reported with their findings and curves; what was decided about them stands apart", async () => {
    const file = staging(...[1, 2, 4, 8, 16, 32, 64].map((m) => cells(m, m === 16 ? 90 : 10 + m / 100)));
    const page = join(temporaryFolder(), "report.html");
    const { exitCode, stdout } = await assay("report", file, "-o", page);
    expect([exitCode, stdout]).toEqual([0, `${page}\n`]);
    expect(readFileSync(page, "utf8")).toContain('"gate":"spike"');
    const report = async (...args: string[]) =>
      JSON.parse((await assay("report", file, "--json", ...args)).stdout) as TablesReport;
    const { check, curves } = await report();
    expect(check.tables).toMatchObject([
      { kind: "gemm", rows: 7, publication: { state: "unattested" }, measurers: [{ device: "NVIDIA H200", rows: 7 }] },
    ]);
    expect(check.findings).toMatchObject([{ gate: "spike", evidence: { kind: "curve", bad: [4] } }, { gate: "fall" }]);
    expect(curves).toMatchObject([{ axis: "m", curves: [[[], [1, 2, 4, 8, 16, 32, 64], expect.anything()]] }]);
    const settings = join(temporaryFolder(), "check.yaml");
    writeFileSync(
      settings,
      "waivers: [{gate: spike, file: gemm_perf.csv, reason: known, who: me, until: 2999-01-01}]\n",
    );
    const waived = (await report("--settings", settings)).check;
    expect(waived.findings.map(({ gate }) => gate)).toEqual(["fall"]);
    expect(waived.waived).toMatchObject([{ reason: "known", finding: { gate: "spike" } }]);
  });

  test("a campaign's report has the check of its points", async () => {
    const { stdout } = await assay("report", campaign, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      check: { tables: [{ kind: "moe", rows: 6, publication: { state: "draft" } }] },
    });
  });

  test("a threshold in the settings decides what is a spike", async () => {
    const file = staging(...[1, 2, 4, 8, 16, 32, 64].map((m) => cells(m, m === 16 ? 90 : 10 + m / 100)));
    const settings = join(temporaryFolder(), "check.yaml");
    writeFileSync(settings, "thresholds: {spike_ratio: 20, fall_ratio: 20}\n");
    expect((await assay("check", file, "--settings", settings)).stdout).toMatch(/nothing found/);
  });

  test("a campaign's points can be checked before they are exported", async () => {
    const { stdout } = await assay("check", campaign, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ schema_version: 1, tables: 1, rows: 6 });
  });

  test("what is not there, what holds no tables, and settings that say nothing known: one line, exit code 2", async () => {
    const settings = join(temporaryFolder(), "check.yaml");
    writeFileSync(settings, "thresholds: {spikes: 2}\n");
    for (const args of [
      ["check", "no-such"],
      ["import", temporaryFolder()],
      ["export", "no-such", "--to", "x"],
      ["check", staging(cells(1, 1)), "--settings", settings],
      ["export", campaign, "--to", "x", "--layout", "aic"],
    ]) {
      const { exitCode, stderr } = await assay(...args);
      expect([args[0], exitCode]).toEqual([args[0], 2]);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });
});
