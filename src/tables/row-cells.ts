import type { RowCells } from "./kinds/table-kind.js";
import type { Table } from "./table.js";

/** Reads cells of the row at which a cursor stands; a number that is not there is 0, a text is empty. */
export function rowCells(table: Table, cursor: { readonly row: number }): RowCells {
  return {
    number: (name) => {
      const column = table.columns.get(name);
      return column && column.type !== "text" && column.empty?.[cursor.row] !== 1
        ? (column.values[cursor.row] ?? 0)
        : 0;
    },
    text: (name) => {
      const column = table.columns.get(name);
      return column?.type === "text" ? (column.values[column.codes[cursor.row] ?? -1] ?? "") : "";
    },
  };
}
