// The rows of "Tables" in the field cases: each stands for its whole kind.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { planLibrary, writeLibrary } from "../../../src/tables/export/library.js";
import { newTable } from "../../../src/tables/import/new-table.js";
import { isUsable } from "../../../src/tables/import/read-table-file.js";
import type { TableFile } from "../../../src/tables/import/read-file.js";
import { MergeRefused, mergeTables } from "../../../src/tables/merge/merge-tables.js";
import { repeatsOf } from "../../../src/tables/repeats.js";
import { cellAt, type Table } from "../../../src/tables/table.js";
import { checked, findingsOf, moeRows, parquetOf, read, tableOf } from "./tables.js";

const header =
  "framework,version,device,op_name,kernel_source,moe_dtype,num_tokens,hidden_size,inter_size,topk,num_experts,moe_tp_size,moe_ep_size,distribution,latency";
const line = (latency: string, tokens = 1) =>
  `VLLM,0.24.0,NVIDIA H200,moe,triton,bfloat16,${tokens},4096,14336,2,8,1,1,balanced,${latency}`;

function usable(bytes: Uint8Array | string, file: string): TableFile {
  const found = read(bytes, file);
  if (!isUsable(found)) throw new Error(found.reason);
  return found;
}

test("two rows, one key, 0.23071615 and 0.22514689 ms: one key, two samples, a conflict of 2.5 %", () => {
  const table = tableOf("moe", [...moeRows({ 8: 0.23071615 }), ...moeRows({ 8: 0.22514689 })]);
  const repeats = repeatsOf(table);
  expect(repeats).toHaveLength(1);
  expect(repeats[0]?.rows).toHaveLength(2);
  expect(((repeats[0]?.spread ?? 0) - 1) * 100).toBeCloseTo(2.5, 1);
  const [file] = planLibrary("nowhere", [newTable(usable(parquetOf(table), "moe_perf.parquet"))]);
  expect(file?.table.rows).toBe(2);
  expect(file?.conflicts.keys).toBe(1);
});

describe("a latency that is none is refused with file and row", () => {
  test.each(["0", "-0.5", "NaN", "inf", '"nan"', "", '"1,234"', "1e999"])("%s in CSV", (latency) => {
    const found = usable(`${header}\n${line("0.5")}\n${line(latency, 2)}\n`, "moe_perf.txt");
    expect(found.table.rows).toBe(1);
    expect(found.refused).toHaveLength(1);
    expect(found.refused[0]).toMatchObject({ row: 3, column: "latency" });
  });

  test.each([0, -0.5, NaN, Infinity, null])("%s in Parquet", (latency) => {
    const rows = moeRows({ 1: 0.5 }).concat(moeRows({ 2: 1 }, { latency }));
    const found = usable(parquetOf(tableOf("moe", rows, { latency: "real" })), "moe_perf.parquet");
    expect(found.table.rows).toBe(1);
    expect(found.refused).toMatchObject([{ row: 2, column: "latency" }]);
  });
});

describe("a file that is no complete table", () => {
  const whole = parquetOf(tableOf("moe", moeRows({ 1: 0.5, 2: 0.6 })));

  test.each([
    ["cut by one byte", whole.subarray(0, -1), "not a complete Parquet file"],
    ["cut by half", whole.subarray(0, whole.length / 2), "not a complete Parquet file"],
    ["cut to 0 bytes", whole.subarray(0, 0), "not a complete Parquet file"],
    [
      "a Git LFS pointer",
      Buffer.from("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
      "LFS pointer",
    ],
  ])("%s: says so, and the other tables still load", (_, bytes, reason) => {
    const found = [read(bytes, "moe_perf.parquet"), read(whole, "other/moe_perf.parquet")];
    expect(found[0]).toMatchObject({ fault: "unreadable", reason: expect.stringContaining(reason) });
    expect(found.filter(isUsable)).toHaveLength(1);
  });
});

describe("two tables of one kind with other columns", () => {
  const table = tableOf("moe", moeRows({ 1: 0.5 }));

  test("an int64 key in one, text in the other: refused, and the old file stays as it is, byte by byte", () => {
    const texts = tableOf("moe", moeRows({ 2: 0.6 }, { num_tokens: "2" }));
    const incoming = (key: Table) => newTable({ ...usable(parquetOf(table), "moe_perf.parquet"), table: key });
    const folder = mkdtempSync(join(tmpdir(), "assay-field-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [old] = planLibrary(folder, [incoming(table)]);
    writeLibrary(old === undefined ? [] : [old]);
    const before = readFileSync(old?.path ?? "");
    expect(() => planLibrary(folder, [incoming(texts)])).toThrow(MergeRefused);
    expect(readFileSync(old?.path ?? "").equals(before)).toBe(true);
    expect(read(parquetOf(texts), "moe_perf.parquet")).toMatchObject({
      fault: "schema",
      reason: "its column num_tokens holds text values where integer ones belong",
    });
    expect(() => mergeTables(table, texts)).toThrow(MergeRefused);
    expect(() => mergeTables(table, texts)).toThrow(
      /num_tokens holds integer values in one table and text ones in the other/,
    );
  });

  test("a metric column that is all empty: merged", () => {
    const without = tableOf("moe", moeRows({ 2: 0.6 }, { power: null }), { power: "text" });
    const measured = tableOf("moe", moeRows({ 1: 0.5 }, { power: 700.5 }));
    const { table: both, added } = mergeTables(measured, without);
    expect(added).toBe(1);
    expect([0, 1].map((row) => cellAt(both, "power", row))).toEqual([700.5, null]);
  });
});

test('414 rows "NVIDIA H200" and 23 rows "NVIDIA H100": the mixture is named, the 23 are set apart', () => {
  const tokens = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, 1 + index]));
  const table = tableOf("moe", [...moeRows(tokens(414)), ...moeRows(tokens(23), { device: "NVIDIA H100" })]);
  const [finding] = findingsOf("mixed-identity", [checked(table)]);
  expect(finding?.says).toContain('414 of "NVIDIA H200", 23 of "NVIDIA H100"');
  const files = planLibrary("tables", [newTable(usable(parquetOf(table), "moe_perf.parquet"))]);
  expect(files.map(({ path, table: { rows } }) => [path, rows])).toEqual([
    ["tables/nvidia-h200/vllm-0.24.0/moe.parquet", 414],
    ["tables/nvidia-h100/vllm-0.24.0/moe.parquet", 23],
  ]);
});

test("a CSV header that names a column twice is refused; one that stands again at line 500 is no row", () => {
  expect(read(`${header},latency\n${line("1,2")}\n`, "moe_perf.csv")).toMatchObject({
    fault: "unreadable",
    reason: expect.stringContaining("latency twice"),
  });
  const lines = Array.from({ length: 600 }, (_, index) => (index === 498 ? header : line("0.5", index + 1)));
  const found = usable([header, ...lines].join("\n"), "moe_perf.csv");
  expect(found.table.rows).toBe(599);
  expect(found.refused).toEqual([]);
  expect(found.settled.join()).toContain("line 500");
});
