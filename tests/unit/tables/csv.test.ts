import { describe, expect, test } from "vitest";
import { readCsv } from "../../../src/tables/import/csv-cells.js";
import { isUsable } from "../../../src/tables/import/read-table-file.js";
import { cellAt } from "../../../src/tables/table.js";
import { read } from "./tables.js";

describe("cells", () => {
  test.each([
    ["quotes and commas", 'a,b\n"x, ""y""",2\n', [['x, "y"', "2"]]],
    [
      "a line end within quotes",
      'a,b\n"x\ny",2\n3,4\n',
      [
        ["x\ny", "2"],
        ["3", "4"],
      ],
    ],
    ["DOS line ends", "a,b\r\n1,2\r\n", [["1", "2"]]],
    ["an empty last cell", "a,b\n1,", [["1", ""]]],
    ["no end of the last line", "a,b\n1,2", [["1", "2"]]],
    ["empty lines", "a,b\n\n1,2\n\n", [["1", "2"]]],
    ["a byte order mark", "\uFEFFa,b\n1,2\n", [["1", "2"]]],
  ])("%s", (_, text, rows) => {
    expect(readCsv(text).rows).toEqual(rows);
    expect(readCsv(text).header).toEqual(["a", "b"]);
  });

  test("lines are counted through cells of several lines", () => {
    expect(readCsv('a,b\n"x\ny",2\n3,4\n').lines).toEqual([2, 4]);
  });

  test.each([
    ["nothing", "", "no header"],
    ["a column without a name", "a,,b\n", "without a name"],
    ["a quote that is never closed", 'a,b\n"x,2\n', "quote"],
  ])("%s is refused", (_, text, reason) => {
    expect(() => readCsv(text)).toThrow(reason);
  });
});

describe("a staging file", () => {
  const columns = "framework,version,device,op_name,kernel_source,gemm_dtype,m,n,k";
  const cells = "VLLM,0.24.0,NVIDIA H200,gemm,cutlass,bfloat16,16,5120,2560";

  test.each([
    ["latency", "0.04582", 0.04582, []],
    ["latency_us", "45.82", 0.04582, ["latency_us from us to ms"]],
    ["latency (µs)", "45.82", 0.04582, ["latency (µs) from us to ms"]],
    ["latency[s]", "0.5", 500, ["latency[s] from s to ms"]],
    ["latency_ns", "45820", 0.04582, ["latency_ns from ns to ms"]],
  ])("heading %s, cell %s: the unit is converted and recorded", (heading, cell, ms, settled) => {
    const found = read(`${columns},${heading}\n${cells},${cell}\n`, "gemm_perf.csv");
    expect(isUsable(found) && cellAt(found.table, "latency", 0)).toBe(ms);
    expect(isUsable(found) && found.settled).toEqual(settled);
  });

  test("columns in another order, and under a name that says nothing", () => {
    const found = read(`latency,${columns}\n0.5,${cells}\n`, "staging-17.txt");
    expect(isUsable(found) && [found.table.name, cellAt(found.table, "m", 0)]).toEqual(["gemm", 16]);
  });

  test("a row with a cell too few is refused by its line; the others stay", () => {
    const found = read(`${columns},latency\n${cells}\n${cells},0.5\n`, "gemm_perf.csv");
    expect(isUsable(found) && found.table.rows).toBe(1);
    expect(isUsable(found) && found.refused).toMatchObject([{ row: 2, reason: "it has 9 cells, the header 10" }]);
  });

  test("a size that is no whole number is refused", () => {
    const found = read(`${columns},latency\n${cells.replace(",16,", ",16.5,")},0.5\n`, "gemm_perf.csv");
    expect(isUsable(found) && found.refused).toMatchObject([{ row: 2, column: "m" }]);
  });

  test("tables of large-scale communication are in µs, by their name", () => {
    const header = "framework,version,device,op_name,kernel_source,num_tokens,latency";
    const found = read(`${header}\nTRTLLM,1.0,NVIDIA H200,dispatch,nvlink,64,45.82\n`, "moe_a2a_perf.csv");
    expect(isUsable(found) && cellAt(found.table, "latency", 0)).toBe(0.04582);
  });
});
