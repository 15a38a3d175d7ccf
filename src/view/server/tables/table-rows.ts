import { cellOf } from "../../../tables/column.js";
import type { TableFile } from "../../../tables/import/read-file.js";
import type { ServedRow, ServedRows } from "./messages.js";
import { rowsWith } from "./row-filter.js";
import { rowsInOrder } from "./row-order.js";

/** Which rows of a table are asked for. */
export interface RowsQuery {
  readonly words: string;
  /** Name of the column that they are ordered by, `-` before it: downwards; empty: the file's order. */
  readonly sort: string;
}

/** So many answers and orders of a table are kept: a reader scrolls through one, and goes back to the one before. */
const KEPT = 4;

/** The rows of one table, filtered and ordered where its columns lie. */
export class TableRows {
  readonly #found = new Map<string, Int32Array>();
  readonly #orders = new Map<string, Int32Array>();

  constructor(private readonly file: TableFile) {}

  /** Some of the rows that are asked for. */
  rows(query: RowsQuery, from: number, count: number): ServedRows {
    const found = this.#matching(query);
    return {
      matching: found.length,
      from,
      rows: Array.from(found.subarray(from, from + count), (row) => this.#row(row)),
    };
  }

  /** All rows that are asked for as tab-separated text, a piece at a time. */
  *tsv(query: RowsQuery): Generator<string, void> {
    const found = this.#matching(query);
    yield `${["row", ...this.file.table.columns.keys()].join("\t")}\n`;
    for (let start = 0; start < found.length; start += 1000) {
      const rows = Array.from(found.subarray(start, start + 1000), (row) => this.#row(row).map(cellText).join("\t"));
      yield `${rows.join("\n")}\n`;
    }
  }

  #row(row: number): ServedRow {
    const cells = [...this.file.table.columns.values()].map((column) => cellOf(column, row));
    return [this.file.rowNumbers[row] ?? row + 1, ...cells];
  }

  #matching({ words, sort }: RowsQuery): Int32Array {
    return kept(this.#found, JSON.stringify([words, sort]), () => {
      const mask = rowsWith(this.file.table, words);
      const order = this.#order(sort);
      return mask === null ? order : order.filter((row) => mask[row] === 1);
    });
  }

  #order(sort: string): Int32Array {
    return kept(this.#orders, sort, () => {
      const { rows, columns } = this.file.table;
      const column = columns.get(sort.replace(/^-/, ""));
      if (column !== undefined) return rowsInOrder(column, sort.startsWith("-"));
      return Int32Array.from({ length: rows }, (_, row) => row);
    });
  }
}

/** A value that was made before, or is made now; of the oldest ones nothing is kept. */
function kept(known: Map<string, Int32Array>, key: string, make: () => Int32Array): Int32Array {
  const value = known.get(key) ?? make();
  known.delete(key);
  known.set(key, value);
  for (const old of known.keys()) {
    if (known.size <= KEPT) break;
    known.delete(old);
  }
  return value;
}

function cellText(cell: string | number | null): string {
  return cell === null ? "" : String(cell).replace(/[\t\r\n]+/g, " ");
}
