import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { planAic, writeAic } from "../../../src/tables/export/aic/aic-root.js";
import { aicTable } from "../../../src/tables/export/aic/aic-table.js";
import { queryVersionsText } from "../../../src/tables/export/aic/query-versions.js";
import { AicRefused } from "../../../src/tables/export/aic/aic-refused.js";
import type { NewTable } from "../../../src/tables/export/library.js";
import type { TableSource } from "../../../src/tables/formats/table-facts.js";
import { readParquet } from "../../../src/tables/formats/read-parquet.js";
import { MergeRefused } from "../../../src/tables/merge/merge-tables.js";
import { readSystem } from "../../../src/tables/systems/system.js";
import { cellAt } from "../../../src/tables/table.js";
import { moeRows, parquetOf, type Row, tableOf } from "./tables.js";

const none = new Map<string, string>();

function moe(points: Readonly<Record<number, number>>, changes: Row = {}) {
  return tableOf("moe", moeRows(points, changes));
}

describe("what aiconfigurator cannot name", () => {
  test("a number format is refused, naming those that it knows and the way out", () => {
    const table = moe({ 1: 0.5 }, { moe_dtype: "fp32" });
    expect(() => aicTable(table, none)).toThrow(AicRefused);
    expect(() => aicTable(table, none)).toThrow(
      /no number format of moe_dtype fp32; it knows bfloat16, fp8, .*--as fp32=bfloat16/,
    );
  });

  test("a backend is refused likewise", () => {
    expect(() => aicTable(moe({ 1: 0.5 }, { framework: "onnxruntime" }), none)).toThrow(
      /no backend onnxruntime; it knows trtllm, sglang, vllm/,
    );
  });

  test("another name that it does not know either is refused", () => {
    expect(() => aicTable(moe({ 1: 0.5 }, { moe_dtype: "fp32" }), new Map([["fp32", "fp31"]]))).toThrow(/fp31/);
  });

  test("under another name it says so in the kernel, row by row", () => {
    const rows = [...moeRows({ 1: 0.5 }, { moe_dtype: "fp32" }), ...moeRows({ 1: 0.4 }, { moe_dtype: "fp8" })];
    const { table, used } = aicTable(tableOf("moe", rows), new Map([["fp32", "bfloat16"]]));
    expect([0, 1].map((row) => [cellAt(table, "moe_dtype", row), cellAt(table, "kernel_source", row)])).toEqual([
      ["fp8", "triton"],
      ["bfloat16", "triton_fp32_as_bfloat16"],
    ]);
    expect([...used]).toEqual([["fp32", "bfloat16"]]);
  });

  test("other words for the same thing are no other name", () => {
    const { table, used } = aicTable(moe({ 1: 0.5 }, { moe_dtype: "bf16" }), none);
    expect(cellAt(table, "moe_dtype", 0)).toBe("bfloat16");
    expect(cellAt(table, "kernel_source", 0)).toBe("triton");
    expect(used.size).toBe(0);
  });

  test("keys with more than one value are refused; the same row twice is one row", () => {
    const twice = (latency: number) => tableOf("moe", [...moeRows({ 1: 0.5 }), ...moeRows({ 1: latency })]);
    expect(() => aicTable(twice(0.6), none)).toThrow(/1 keys stand with more than one value/);
    expect(aicTable(twice(0.5), none).table.rows).toBe(1);
  });

  test("tables of a kind that is not known here are refused", () => {
    expect(() => aicTable({ ...moe({ 1: 0.5 }), name: "my_op" }, none)).toThrow(/my_op/);
  });
});

test("how Assay measured stays in its own tables: the columns are those that aiconfigurator reads, in ms", () => {
  const { table } = aicTable(moe({ 1: 0.5 }, { median_ms: 0.5, flags: "noisy", source: "abc" }), none);
  expect([...table.columns.keys()].join(" ")).toBe(
    "framework version device op_name kernel_source moe_dtype num_tokens hidden_size inter_size topk num_experts moe_tp_size moe_ep_size distribution latency",
  );
});

describe("the versions that can be asked for", () => {
  const version = { system: "h200_sxm", backend: "vllm" };

  test("a first one becomes current, a second one moves it to previous, the same one again changes nothing", () => {
    const first = queryVersionsText(null, { ...version, version: "0.24.0" });
    expect(parse(first)).toMatchObject({
      schema_version: 1,
      overrides: { h200_sxm: { vllm: { current: "0.24.0", previous: null } } },
    });
    const second = queryVersionsText(first, { ...version, version: "0.32.0" });
    expect(parse(second)).toMatchObject({
      overrides: { h200_sxm: { vllm: { current: "0.32.0", previous: "0.24.0" } } },
    });
    expect(queryVersionsText(second, { ...version, version: "0.32.0" })).toBe(second);
  });

  test("other systems, defaults and comments stay", () => {
    const before =
      '# mine\nschema_version: 1\ndefaults:\n  vllm: {current: "0.24.0", previous: null} # keep\noverrides:\n  b60:\n    vllm: {current: "0.20.0", previous: null}\n';
    const after = queryVersionsText(before, { ...version, version: "0.32.0" });
    expect(after).toContain("# mine");
    expect(after).toContain("# keep");
    expect(parse(after)).toMatchObject({
      defaults: { vllm: { current: "0.24.0" } },
      overrides: {
        b60: { vllm: { current: "0.20.0" } },
        h200_sxm: { vllm: { current: "0.32.0", previous: "0.24.0" } },
      },
    });
  });

  test("what is the default already needs no entry", () => {
    const before = 'schema_version: 1\ndefaults: {vllm: {current: "0.24.0", previous: null}}\n';
    expect(queryVersionsText(before, { ...version, version: "0.24.0" })).toBe(before);
  });
});

describe("a root of tables", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "assay-aic-"));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function source(id: string): TableSource {
    const publication = { state: "draft", reasons: ["not pinned"] } as const;
    return {
      kind: "campaign",
      id,
      name: "c",
      publication: { state: publication.state, reasons: [...publication.reasons] },
      closure: "abc",
      environments: [],
      seal: { records: 5, hash: "f" },
      lastRecordAt: "2026-08-01T00:00:00Z",
    };
  }

  function table(points: Readonly<Record<number, number>>, id = "one", changes: Row = {}): NewTable {
    const from = source(id);
    return {
      table: moe(points, changes),
      facts: { statistic: "median", publication: from.publication, sources: [from] },
    };
  }

  function write(tables: readonly NewTable[], aliases: ReadonlyMap<string, string> = none): void {
    writeAic(planAic(tables, { root, system: "h200_sxm", aliases, assay: "1.2.3" }));
  }

  const path = () => join(root, "data/h200_sxm/moe/vllm/0.24.0/moe_perf.parquet");
  const sidecar = () =>
    parse(readFileSync(join(dirname(path()), "collection_meta.yaml"), "utf8")) as Record<string, never>;
  const latencies = () => {
    const read = readParquet(readFileSync(path()), "moe").table;
    return Array.from({ length: read.rows }, (_, row) => cellAt(read, "latency", row));
  };

  test("system, versions, table and what stands beside it", () => {
    write([table({ 1: 0.5, 2: 0.7 }, "one", { moe_dtype: "fp32" })], new Map([["fp32", "bfloat16"]]));
    expect(latencies()).toEqual([0.5, 0.7]);
    expect(readSystem(readFileSync(join(root, "h200_sxm.yaml"), "utf8"), "h200_sxm")).toMatchObject({
      bytesPerSecond: 4.8e12,
    });
    expect(sidecar()["tables"]).toMatchObject({
      moe_perf: {
        rows: 2,
        collector_ref: "assay 1.2.3",
        collector_hash: "abc",
        statistic: "median",
        publication: { state: "draft" },
        written_as: { fp32: "bfloat16" },
      },
    });
  });

  test("a draft says so in the file itself", () => {
    write([table({ 1: 0.5 })]);
    expect(readParquet(readFileSync(path()), "moe").facts).toMatchObject({
      publication: { state: "draft", reasons: ["not pinned"] },
    });
  });

  test("a device without a data sheet gets the peaks that its points reached", () => {
    write([table({ 1024: 10 }, "one", { device: "AMD EPYC" })]);
    // 2 · 1024 · 2 · 2 · 4096 · 14336 operations in 10 ms are 48 TFLOPS.
    expect(readSystem(readFileSync(join(root, "h200_sxm.yaml"), "utf8"), "x")?.flopPerSecond.bfloat16).toBe(48e12);
  });

  test("a system file that is there already stays", () => {
    writeFileSync(join(root, "h200_sxm.yaml"), "mine: true\n");
    write([table({ 1: 0.5 })]);
    expect(readFileSync(join(root, "h200_sxm.yaml"), "utf8")).toBe("mine: true\n");
  });

  test("the same campaign again takes its earlier table's place; another one is added to it", () => {
    write([table({ 1: 0.5, 2: 0.7 })]);
    write([table({ 1: 0.6 })]);
    expect(latencies()).toEqual([0.6]);
    write([table({ 2: 0.8 }, "two")]);
    expect(latencies()).toEqual([0.6, 0.8]);
  });

  test("somebody else's value for the same key: refused, and the table stays byte by byte", () => {
    mkdirSync(dirname(path()), { recursive: true });
    writeFileSync(path(), parquetOf(moe({ 1: 0.55 })));
    const before = readFileSync(path());
    expect(() => write([table({ 1: 0.5 })])).toThrow(MergeRefused);
    expect(() => write([table({ 1: 0.5 })])).toThrow(/holds 1 of these keys with other values/);
    expect(readFileSync(path())).toEqual(before);
  });
});
