import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type NewTable, planLibrary, writeLibrary } from "../../../src/tables/export/library.js";
import { planAic, writeAic } from "../../../src/tables/export/aic/aic-root.js";
import type { TableSource } from "../../../src/tables/formats/table-facts.js";
import { findTables } from "../../../src/tables/find-tables.js";
import { newTable } from "../../../src/tables/import/new-table.js";
import { isUsable, readTableFile } from "../../../src/tables/import/read-table-file.js";
import { MergeRefused } from "../../../src/tables/merge/merge-tables.js";
import { cellAt, pickRows, type Table } from "../../../src/tables/table.js";
import { moeTables } from "./arbitrary-tables.js";
import { moeRows, tableOf } from "./tables.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-tables-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function campaign(id: string, records: number): TableSource {
  return {
    kind: "campaign",
    id: id.repeat(64),
    name: id,
    publication: { state: "draft", reasons: ["nothing is pinned"] },
    closure: null,
    environments: [{ vllm: "0.24.0" }],
    seal: { records, hash: "f".repeat(64) },
    lastRecordAt: "2026-01-01T00:00:00Z",
  };
}

function from(source: TableSource, rows: Parameters<typeof tableOf>[1]): NewTable {
  const table = tableOf(
    "moe",
    rows.map((row) => ({ ...row, source: source.id.slice(0, 12) })),
  );
  return { table, facts: { statistic: "median", publication: source.publication, sources: [source] } };
}

function imported(paths: readonly string[]): NewTable[] {
  return findTables(paths)
    .map((path) => readTableFile(path))
    .filter(isUsable)
    .map(newTable);
}

function contents(root: string): Record<string, string> {
  return Object.fromEntries(
    findTables([root]).map((path) => [path.slice(root.length), readFileSync(path).toString("base64")]),
  );
}

function add(root: string, tables: readonly NewTable[]) {
  const files = planLibrary(join(folder, root), tables);
  writeLibrary(files);
  return files;
}

describe("export, import, export", () => {
  test("gives the same bytes, and all values survive with their units", () => {
    fc.assert(
      fc.property(moeTables(20), (table) => {
        const [one, two] = [`a${Math.random()}`, `b${Math.random()}`];
        add(one, [newTableOf(table)]);
        add(two, imported([join(folder, one)]));
        expect(contents(join(folder, two))).toEqual(contents(join(folder, one)));
        const read = imported([join(folder, one)]);
        expect(read.flatMap((part) => rowTexts(part.table)).sort()).toEqual([...new Set(rowTexts(table))].sort());
        for (const path of findTables([join(folder, one)])) {
          const file = readTableFile(path);
          expect(isUsable(file) && file.facts?.units).toMatchObject({ latency: "ms", num_tokens: "1", power: "W" });
        }
      }),
      { numRuns: 25 },
    );
  });

  test("in aiconfigurator's layout as well", () => {
    const options = { system: "h200_sxm", aliases: new Map(), assay: "1" };
    const table = from(campaign("a", 10), moeRows({ 1: 0.5, 2: 0.7, 64: 1.5 }));
    writeAic(planAic([table], { ...options, root: join(folder, "one") }));
    writeAic(planAic(imported([join(folder, "one")]), { ...options, root: join(folder, "two") }));
    expect(contents(join(folder, "two"))).toEqual(contents(join(folder, "one")));
  });
});

function newTableOf(table: Table): NewTable {
  const source = campaign("c", 3);
  const rows = Array.from({ length: table.rows }, () => source.id.slice(0, 12));
  const columns = new Map(table.columns).set("source", {
    type: "text",
    codes: new Int32Array(table.rows),
    values: [rows[0] ?? ""],
  });
  return {
    table: { ...table, columns },
    facts: { statistic: null, publication: source.publication, sources: [source] },
  };
}

/** The rows of a table, cell by cell, whatever the order of its columns; where a row comes from is no cell of it. */
function rowTexts(table: Table): string[] {
  const names = [...table.columns.keys()].filter((name) => name !== "source").sort();
  return Array.from({ length: table.rows }, (_, row) =>
    JSON.stringify(names.map((name) => [name, cellAt(table, name, row)])),
  );
}

describe("tables that are there already", () => {
  const first = from(campaign("a", 10), moeRows({ 1: 0.5, 2: 0.7 }));

  test("another source's rows are added; the same row is there already; another value stays beside the first", () => {
    add("lib", [first]);
    const [file] = add("lib", [from(campaign("b", 4), moeRows({ 2: 0.7, 4: 0.9, 1: 0.6 }))]);
    expect(file).toMatchObject({ added: 2, same: 1, replaced: 0, conflicts: { keys: 1 } });
    expect(file?.table.rows).toBe(4);
    expect(file?.conflicts.worstSpread).toBeCloseTo(1.2);
  });

  test("a later state of the same campaign takes its place, an earlier one is refused", () => {
    add("lib", [first]);
    const [file] = add("lib", [from(campaign("a", 20), moeRows({ 1: 0.6, 2: 0.7, 4: 0.9 }))]);
    expect(file).toMatchObject({ added: 3, replaced: 2, conflicts: { keys: 0 } });
    expect(() => add("lib", [first])).toThrow(/later state of the campaign a \(20 records, not 10\)/);
  });

  test("what is exported again unchanged is not written again", () => {
    const [file] = add("lib", [first]);
    const path = file?.path ?? "";
    const before = statSync(path);
    add("lib", [first]);
    expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  test.each([
    ["another type of a key", (path: string) => path, /num_tokens/],
    ["a file that is not ours", (path: string) => (writeFileSync(path, "notes"), path), /cannot be read/],
  ])("%s: refused, and the old file stays byte by byte", (what, prepare, message) => {
    const [file] = add("lib", [first]);
    const path = prepare(file?.path ?? "");
    const before = readFileSync(path);
    const texts = moeRows({ 4: 0.9 }).map((row) => ({ ...row, num_tokens: String(row["num_tokens"]) }));
    const incoming = what.startsWith("another") ? from(campaign("b", 1), texts) : first;
    expect(() => add("lib", [incoming])).toThrow(MergeRefused);
    expect(() => add("lib", [incoming])).toThrow(message);
    expect(readFileSync(path)).toEqual(before);
  });

  test("where one of two tables is refused, neither is written", () => {
    add("lib", [first]);
    const before = contents(join(folder, "lib"));
    const other = from(campaign("b", 1), moeRows({ 1: 0.5 }, { device: "NVIDIA B200" }));
    const texts = from(
      campaign("b", 1),
      moeRows({ 4: 0.9 }).map((row) => ({ ...row, num_tokens: "4" })),
    );
    expect(() => add("lib", [other, texts])).toThrow(MergeRefused);
    expect(contents(join(folder, "lib"))).toEqual(before);
  });

  test("the order in which rows come in does not matter", () => {
    add("one", [first]);
    const reversed = pickRows(first.table, Int32Array.from([1, 0]));
    add("two", [{ ...first, table: reversed }]);
    expect(contents(join(folder, "two"))).toEqual(contents(join(folder, "one")));
  });
});
