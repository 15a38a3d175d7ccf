import type { Column, ColumnType } from "../column.js";
import { columnOf } from "../column-builder.js";
import { commonColumns, type TableKind } from "../kinds/table-kind.js";
import type { Table } from "../table.js";
import type { CsvCells } from "./csv-cells.js";
import { type LatencyColumn, latencyColumn } from "./latency-unit.js";
import type { RefusedRow } from "./read-file.js";

/** A table made of text cells, and the rows that could not be. */
export interface TextTable {
  readonly table: Table;
  readonly rowNumbers: Int32Array;
  readonly refused: readonly RefusedRow[];
}

/** Digits with a point and an exponent; no thousands separators, no words, no hexadecimal. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Types the cells of a CSV file: columns of the kind as the kind says, others by what all their cells are. A cell that
 * is not of its column's type makes its row refused.
 */
export function textTable(cells: CsvCells, kind: TableKind): TextTable {
  const latency = latencyColumn(cells.header, kind);
  const types = cells.header.map((name, index) => typeOf(name, { cells, index, kind, latency }));
  const refused: RefusedRow[] = [];
  const kept: number[] = [];
  cells.rows.forEach((row, index) => {
    const fault = rowFault(row, cells.header, types);
    if (fault) refused.push({ row: cells.lines[index] ?? 0, ...fault });
    else kept.push(index);
  });
  const columns = cells.header.map((name, column): [string, Column] => {
    const type = types[column] ?? "text";
    return [
      name,
      columnOf(
        type,
        kept.map((row) => cellValue(cells.rows[row]?.[column] ?? "", type)),
      ),
    ];
  });
  return {
    table: { name: kind.name, rows: kept.length, columns: new Map(columns) },
    rowNumbers: Int32Array.from(kept, (row) => cells.lines[row] ?? 0),
    refused,
  };
}

interface ColumnContext {
  readonly cells: CsvCells;
  readonly index: number;
  readonly kind: TableKind;
  readonly latency: LatencyColumn | null;
}

function typeOf(name: string, { cells, index, kind, latency }: ColumnContext): ColumnType {
  if (name === latency?.name) return "real";
  const declared = [...commonColumns, ...kind.key].find((column) => column.name === name);
  if (declared) return declared.type;
  const filled = cells.rows.map((row) => (row[index] ?? "").trim()).filter((cell) => cell !== "");
  if (filled.length === 0 || !filled.every((cell) => NUMBER.test(cell))) return "text";
  return filled.every((cell) => Number.isSafeInteger(Number(cell))) ? "integer" : "real";
}

function rowFault(
  row: readonly string[],
  header: readonly string[],
  types: readonly ColumnType[],
): Omit<RefusedRow, "row"> | null {
  if (row.length !== header.length) {
    return { column: "", reason: `it has ${row.length} cells, the header ${header.length}` };
  }
  for (const [index, name] of header.entries()) {
    const cell = row[index]?.trim() ?? "";
    const fault = cell === "" ? null : cellFault(cell, types[index] ?? "text");
    if (fault) return { column: name, reason: `${name} is ${JSON.stringify(cell)}, which is no ${fault}` };
  }
  return null;
}

function cellFault(cell: string, type: ColumnType): string | null {
  if (type === "text") return null;
  if (!NUMBER.test(cell)) return "number";
  return type === "integer" && !Number.isSafeInteger(Number(cell)) ? "whole number" : null;
}

function cellValue(text: string, type: ColumnType): string | number | null {
  const cell = text.trim();
  if (cell === "") return null;
  return type === "text" ? cell : Number(cell);
}
