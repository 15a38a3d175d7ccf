import { headText, type CellValue, type Column } from "./column.js";

/** A table as tab-separated text with a line of heads: full digits, so that a spreadsheet computes with what was measured. */
export function toTsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const copied = columns.filter(({ isPicture }) => isPicture !== true);
  const head = copied.map((column) => cellText(headText(column)));
  const lines = rows.map((row) => copied.map((column) => cellText(column.value(row))));
  return [head, ...lines].map((cells) => `${cells.join("\t")}\n`).join("");
}

function cellText(value: CellValue): string {
  return value === null ? "" : String(value).replace(/[\t\r\n]+/g, " ");
}
