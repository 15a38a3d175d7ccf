import { expect, test } from "vitest";
import { columnOf } from "../../../../src/tables/column-builder.js";
import type { TableFile } from "../../../../src/tables/import/read-file.js";
import { TableRows } from "../../../../src/view/server/tables/table-rows.js";

const file: TableFile = {
  file: "h200_sxm/vllm/0.24.0/moe_perf.csv",
  format: "csv",
  hash: "",
  table: {
    name: "moe",
    rows: 5,
    columns: new Map([
      ["moe_dtype", columnOf("text", ["fp8", "bfloat16", "fp8_block", null, "nvfp4"])],
      ["num_tokens", columnOf("integer", [64, 1, 4096, 64, null])],
      ["latency", columnOf("real", [0.5, 0.25, 4.5, 0.75, 64])],
    ]),
  },
  // The header is line 1; line 4 was refused.
  rowNumbers: Int32Array.from([2, 3, 5, 6, 7]),
  refused: [],
  settled: [],
  facts: null,
};

const rows = new TableRows(file);
const numbersOf = (words: string, sort = "") => rows.rows({ words, sort }, 0, 10).rows.map(([number]) => number);

test.each([
  ["", [2, 3, 5, 6, 7]],
  ["fp8", [2, 5]],
  ["FP", [2, 5, 7]],
  ["64", [2, 6, 7]],
  ["fp8 64", [2]],
  ["num_tokens=64", [2, 6]],
  ["num_tokens>64", [5]],
  ["num_tokens>=64 latency<1", [2, 6]],
  ["num_tokens<=64", [2, 3, 6]],
  ["moe_dtype=block", [5]],
  ["moe_dtype>block", []],
  ["no_column=64", []],
  ["nothing", []],
])("the filter %j finds the rows that have all its words", (words, expected) => {
  expect(numbersOf(words)).toEqual(expected);
});

test("rows are ordered by a column upwards and downwards, empty cells last", () => {
  expect(numbersOf("", "num_tokens")).toEqual([3, 2, 6, 5, 7]);
  expect(numbersOf("", "-num_tokens")).toEqual([5, 2, 6, 3, 7]);
  expect(numbersOf("", "moe_dtype")).toEqual([3, 2, 5, 7, 6]);
  expect(numbersOf("fp8", "-latency")).toEqual([5, 2]);
  expect(numbersOf("", "no column")).toEqual([2, 3, 5, 6, 7]);
});

test("a part of the rows comes with how many there are, and all of them as tab-separated text", () => {
  expect(rows.rows({ words: "", sort: "" }, 3, 1)).toEqual({ matching: 5, from: 3, rows: [[6, null, 64, 0.75]] });
  expect(rows.rows({ words: "", sort: "" }, 9, 9)).toEqual({ matching: 5, from: 9, rows: [] });
  expect([...rows.tsv({ words: "bfloat16", sort: "" })].join("")).toBe(
    "row\tmoe_dtype\tnum_tokens\tlatency\n3\tbfloat16\t1\t0.25\n",
  );
});
