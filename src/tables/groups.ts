import type { Column } from "./column.js";
import type { Table } from "./table.js";

/** Rows of a table in groups of equal cells. */
export interface Groups {
  readonly count: number;
  /** [rows] the group of each row, from 0, in the order in which they first come. */
  readonly of: Int32Array;
}

/** Groups the rows of a table by the cells of some columns; columns that the table lacks tell nothing apart. */
export function groupRows(table: Table, columns: readonly string[]): Groups {
  let groups: Groups = { count: table.rows === 0 ? 0 : 1, of: new Int32Array(table.rows) };
  for (const name of columns) {
    const column = table.columns.get(name);
    // Rows that are all told apart already stay so.
    if (column && groups.count < table.rows && !isConstant(column)) groups = refine(groups, column);
  }
  return groups;
}

/** The rows of each group, in their order. */
export function rowsOfGroups({ count, of }: Groups): Int32Array[] {
  const sizes = new Int32Array(count);
  for (const group of of) sizes[group] = (sizes[group] ?? 0) + 1;
  const rows = Array.from(sizes, (size) => new Int32Array(size));
  const filled = new Int32Array(count);
  of.forEach((group, row) => {
    const place = filled[group] ?? 0;
    const members = rows[group];
    if (members) members[place] = row;
    filled[group] = place + 1;
  });
  return rows;
}

/** Whether all cells are the same; such a column tells nothing apart. */
export function isConstant(column: Column): boolean {
  if (column.type === "text") return column.codes.every((code) => code === column.codes[0]);
  const { values, empty } = column;
  return values.every((value, row) => value === values[0] && empty?.[row] === empty?.[0]);
}

function refine(groups: Groups, column: Column): Groups {
  const codes = codesOf(column);
  const of = new Int32Array(codes.length);
  // Groups times codes may pass 2^32, which doubles hold exactly.
  const known = new Map<number, number>();
  const width = column.type === "text" ? column.values.length + 1 : codes.length + 1;
  for (let row = 0; row < codes.length; row += 1) {
    const id = (groups.of[row] ?? 0) * width + (codes[row] ?? 0) + 1;
    let group = known.get(id);
    if (group === undefined) {
      group = known.size;
      known.set(id, group);
    }
    of[row] = group;
  }
  return { count: known.size, of };
}

const numberCodes = new WeakMap<Column, Int32Array>();

/** A small integer for each distinct cell; empty cells are alike. */
function codesOf(column: Column): Int32Array {
  if (column.type === "text") return column.codes;
  const known = numberCodes.get(column);
  if (known) return known;
  const codes = new Int32Array(column.values.length);
  const places = new Map<number, number>();
  for (let row = 0; row < codes.length; row += 1) {
    const value = column.empty?.[row] === 1 ? NaN : (column.values[row] ?? NaN);
    let place = places.get(value);
    if (place === undefined) {
      place = places.size;
      places.set(value, place);
    }
    codes[row] = place;
  }
  numberCodes.set(column, codes);
  return codes;
}
