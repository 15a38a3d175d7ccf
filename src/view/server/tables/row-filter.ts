import type { Column } from "../../../tables/column.js";
import type { Table } from "../../../tables/table.js";

/**
 * The rows that have all words of a filter. A word is a part of a text (`fp8`), a whole number (`4096`), or compares a
 * column (`num_tokens>=64`, `device=h200`; a text column: has that in it).
 * @returns [rows] 1: the row has them all; `null`: every row has
 */
export function rowsWith(table: Table, filter: string): Uint8Array | null {
  const words = filter.toLowerCase().split(/\s+/);
  const masks = words.filter((word) => word !== "").map((word) => rowsWithWord(table, word));
  const [first, ...others] = masks;
  if (first === undefined) return null;
  for (const mask of others) for (let row = 0; row < first.length; row += 1) if (mask[row] === 0) first[row] = 0;
  return first;
}

const comparison = /^([\w.]+)(=|>=|<=|>|<)(.+)$/;

function rowsWithWord(table: Table, word: string): Uint8Array {
  const found = new Uint8Array(table.rows);
  const [, name = "", sign = "", value = ""] = comparison.exec(word) ?? [];
  const named = [...table.columns].find(([column]) => column.toLowerCase() === name)?.[1];
  const columns = named === undefined ? table.columns.values() : [named];
  const wanted = named === undefined ? { sign: "=", value: word } : { sign, value };
  for (const column of columns) mark(found, column, wanted);
  return found;
}

interface Wanted {
  readonly sign: string;
  readonly value: string;
}

/** Sets the rows whose cell is as wanted. */
function mark(found: Uint8Array, column: Column, wanted: Wanted): void {
  if (column.type !== "text") {
    markNumbers(found, column, wanted);
    return;
  }
  const has = Uint8Array.from(column.values, (text) => Number(textMatches(text.toLowerCase(), wanted)));
  if (!has.includes(1)) return;
  const { codes } = column;
  for (let row = 0; row < found.length; row += 1) if (has[codes[row] ?? -1] === 1) found[row] = 1;
}

function textMatches(text: string, { sign, value }: Wanted): boolean {
  return sign === "=" && text.includes(value);
}

function markNumbers(
  found: Uint8Array,
  { values, empty }: Exclude<Column, { readonly type: "text" }>,
  { sign, value }: Wanted,
): void {
  const wanted = Number(value);
  if (Number.isNaN(wanted)) return;
  const least = sign.startsWith(">") ? wanted : sign === "=" ? Infinity : -Infinity;
  const most = sign.startsWith("<") ? wanted : sign === "=" ? -Infinity : Infinity;
  const equal = sign.endsWith("=") ? wanted : NaN;
  for (let row = 0; row < found.length; row += 1) {
    const cell = values[row] ?? NaN;
    if ((cell === equal || (cell > least && cell < most)) && empty?.[row] !== 1) found[row] = 1;
  }
}
