// What importing a large table costs: 260,000 generated rows, read, checked for bad rows and written into a folder of
// tables, in a process of its own; beside it what pyarrow takes to read the same file, if it is there.
// Run: npm run build && npx tsx bench/import.ts   (ASSAY_PYTHON=…/bin/python for pyarrow's time)
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { columnOf } from "../dist/tables/column-builder.js";
import { writeParquet } from "../dist/tables/formats/write-parquet.js";
import type { Table } from "../dist/tables/table.js";
import { useOf } from "./process-use.js";

const ROWS = 260_000;
const pyarrow = `
import sys, time
start = time.perf_counter()
import pyarrow.parquet as pq
loaded = time.perf_counter()
table = pq.read_table(sys.argv[1])
read = time.perf_counter()
rows = table.to_pandas()
print(f"{read - loaded:.2f} s to read, {time.perf_counter() - read:.2f} s to a data frame, {loaded - start:.2f} s to import pyarrow, {time.process_time():.2f} s of CPU in all")
`;

/** A MoE table of many shapes, 27 token counts each, that no two rows of share a key. */
function generated(): Table {
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const text = (cell: (row: number) => string) => columnOf("text", rows.map(cell));
  const integer = (cell: (row: number) => number) => columnOf("integer", rows.map(cell));
  return {
    name: "moe",
    rows: ROWS,
    columns: new Map([
      ["framework", text(() => "VLLM")],
      ["version", text(() => "0.24.0")],
      ["device", text(() => "NVIDIA H200")],
      ["op_name", text(() => "moe")],
      ["kernel_source", text((row) => `kernel_${row % 7}`)],
      ["moe_dtype", text((row) => ["bfloat16", "fp8", "fp8_block", "nvfp4"][row % 4] ?? "")],
      ["num_tokens", integer((row) => (row % 27) + 1)],
      ["hidden_size", integer((row) => 1024 + 64 * (row % 31))],
      ["inter_size", integer((row) => 512 + 64 * (row % 37))],
      ["topk", integer((row) => 1 + (row % 8))],
      ["num_experts", integer((row) => 8 + Math.floor(row / 27))],
      ["moe_tp_size", integer((row) => 2 ** (row % 6))],
      ["moe_ep_size", integer((row) => 2 ** (row % 9))],
      ["distribution", text((row) => ["balanced", "power_law_1.01", "power_law_1.2"][row % 3] ?? "")],
      [
        "latency",
        columnOf(
          "real",
          rows.map((row) => 0.02 + Math.sqrt(row + 1) / 7),
        ),
      ],
    ]),
  };
}

const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
try {
  const file = join(folder, "moe_perf.parquet");
  const publication = { state: "unattested" as const, reasons: [] };
  writeFileSync(file, writeParquet(generated(), { units: {}, statistic: null, publication, sources: [] }));
  process.stdout.write(`${ROWS} rows, ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB\n`);
  for (const command of [
    ["import", file],
    ["import", file, "--to", join(folder, "library")],
  ]) {
    const use = useOf(command);
    const what = command.length > 2 ? "import --to FOLDER" : "import";
    process.stdout.write(`${what}: ${use}\n`);
  }
  const { stdout, status } = spawnSync(process.env["ASSAY_PYTHON"] ?? "python3", ["-c", pyarrow, file], {
    encoding: "utf8",
  });
  process.stdout.write(status === 0 ? `pyarrow: ${stdout}` : "pyarrow is not there\n");
} finally {
  rmSync(folder, { recursive: true });
}
