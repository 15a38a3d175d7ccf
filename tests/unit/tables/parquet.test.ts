import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberColumn } from "../../../src/tables/column-builder.js";
import { cellOf } from "../../../src/tables/column.js";
import { decodeRuns } from "../../../src/tables/formats/parquet-runs.js";
import { readParquet } from "../../../src/tables/formats/read-parquet.js";
import { TableUnreadable } from "../../../src/tables/formats/table-unreadable.js";
import type { Table } from "../../../src/tables/table.js";
import { moeTables } from "./arbitrary-tables.js";
import { moeRows, parquetOf, tableOf } from "./tables.js";

/** All cells of a table, column by column. */
function cellsOf(table: Table): Record<string, unknown[]> {
  const columns = [...table.columns].map(([name, column]) => [
    name,
    Array.from({ length: table.rows }, (_, row) => cellOf(column, row)),
  ]);
  return Object.fromEntries(columns) as Record<string, unknown[]>;
}

test("what is written is what is read, cell by cell and type by type; the same content gives the same bytes", () => {
  fc.assert(
    fc.property(moeTables(), (table) => {
      const bytes = parquetOf(table);
      const { table: back } = readParquet(bytes, "x");
      expect(cellsOf(back)).toEqual(cellsOf(table));
      expect([...back.columns].map(([name, { type }]) => [name, type])).toEqual(
        [...table.columns].map(([name, { type }]) => [name, type]),
      );
      expect(parquetOf(back)).toEqual(bytes);
    }),
    { numRuns: 60 },
  );
});

test("tables of several row groups", () => {
  const rows = 100_001;
  const latency = numberColumn(
    "real",
    Array.from({ length: rows }, (_, row) => 0.5 + row / 1000),
  );
  const { table: back } = readParquet(parquetOf({ name: "x", rows, columns: new Map([["latency", latency]]) }), "x");
  expect(back.columns.get("latency")).toEqual(latency);
});

test("a table of ours whose bytes were changed is damaged, whatever still decodes", () => {
  const bytes = parquetOf(
    tableOf(
      "moe",
      moeRows(Object.fromEntries(Array.from({ length: 64 }, (_, index) => [index + 1, Math.sqrt(index + 2)]))),
    ),
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const target = Math.sqrt(5);
  const at = Array.from({ length: bytes.length - 8 }, (_, offset) => offset).find(
    (offset) => view.getFloat64(offset, true) === target,
  );
  expect(at).toBeDefined();
  view.setFloat64(at ?? 0, 1.25, true);
  expect(() => readParquet(bytes, "moe")).toThrow(/its rows are not those/);
});

test("a table of a newer Assay is refused by its version", () => {
  const bytes = Buffer.from(parquetOf(tableOf("moe", moeRows({ 1: 1 }))));
  const text = bytes.toString("latin1");
  const newer = Buffer.from(text.replace('"schemaVersion":1', '"schemaVersion":2'), "latin1");
  expect(() => readParquet(newer, "moe")).toThrow(/newer Assay \(schema 2, here 1\)/);
});

describe("runs of the hybrid encoding", () => {
  test.each([
    ["a run of one value", [10 << 1, 3], 2, 10, Array.from({ length: 10 }, () => 3)],
    [
      "eight packed values of three bits",
      [(1 << 1) | 1, 0b10001000, 0b11000110, 0b11111010],
      3,
      8,
      [0, 1, 2, 3, 4, 5, 6, 7],
    ],
    ["two runs", [2 << 1, 1, 3 << 1, 0], 1, 5, [1, 1, 0, 0, 0]],
    ["a run that claims more than there is", [0xfe, 0xff, 0xff, 0xff, 0x0e, 1], 1, 3, [1, 1, 1]],
    ["no bits at all", [], 0, 4, [0, 0, 0, 0]],
  ])("%s", (_, bytes, width, count, values) => {
    expect([...decodeRuns(Uint8Array.from(bytes), width, count)]).toEqual(values);
  });

  test.each([
    ["bytes that end early", [10 << 1], 2, 10],
    ["a run of nothing for ever", [0, 0, 0, 0, 0, 0], 1, 4],
    ["a length that is no number", [0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 1, 4],
    ["more bits than a number has", [2, 1], 40, 1],
  ])("%s: damaged", (_, bytes, width, count) => {
    expect(() => decodeRuns(Uint8Array.from(bytes), width, count)).toThrow(TableUnreadable);
  });
});
