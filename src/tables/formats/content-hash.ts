import { createHash, type Hash } from "node:crypto";
import type { Column } from "../column.js";
import type { Table } from "../table.js";

/** SHA-256 of a table's columns, types and cells in their order, whatever file they lie in. */
export function contentHash(table: Table): string {
  const hash = createHash("sha256");
  hash.update(`${table.name}\n${table.rows}\n`);
  for (const [name, column] of table.columns) {
    hash.update(`${JSON.stringify(name)} ${column.type}\n`);
    addCells(hash, column);
  }
  return hash.digest("hex");
}

function addCells(hash: Hash, column: Column): void {
  if (column.type === "text") return addTexts(hash, column.codes, column.values);
  const { values, empty } = column;
  hash.update(empty ? values.map((value, row) => (empty[row] === 1 ? 0 : value)) : values);
  hash.update(empty?.includes(1) ? empty : "full");
}

/** Texts are numbered as they first come, since a dictionary may list them in any order. */
function addTexts(hash: Hash, codes: Int32Array, values: readonly string[]): void {
  const numbers = new Map<number, number>();
  const numbered = codes.map((code) => {
    if (code < 0) return -1;
    const known = numbers.get(code);
    if (known !== undefined) return known;
    numbers.set(code, numbers.size);
    return numbers.size - 1;
  });
  hash.update(numbered);
  hash.update(JSON.stringify([...numbers.keys()].map((code) => values[code])));
}
