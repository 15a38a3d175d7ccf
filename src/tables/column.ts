/** Text values of a column, each distinct one kept once. */
export interface TextColumn {
  readonly type: "text";
  /** [rows] places in `values`; −1: the cell is empty. */
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

/** Numbers of a column. Integers are exact: what a double cannot carry exactly is refused when it is read. */
export interface NumberColumn {
  readonly type: "integer" | "real";
  /** [rows] */
  readonly values: Float64Array;
  /** [rows] 1: the cell is empty, and its value means nothing; `null`: no cell is. */
  readonly empty: Uint8Array | null;
}

export type Column = TextColumn | NumberColumn;
export type ColumnType = Column["type"];

/** What a cell holds: a text, a number, or nothing. */
export type Cell = string | number | null;

/** The cell of a row. */
export function cellOf(column: Column, row: number): Cell {
  if (column.type === "text") return column.values[column.codes[row] ?? -1] ?? null;
  return column.empty?.[row] === 1 ? null : (column.values[row] ?? null);
}

/** Whether every cell is empty: such a column says nothing, not even its type. */
export function isBlank(column: Column): boolean {
  if (column.type === "text") return column.codes.every((code) => code < 0);
  return column.empty !== null && column.empty.every((flag) => flag === 1);
}

/** A column with the cells of some rows, in the order given. */
export function pickCells(column: Column, rows: Int32Array): Column {
  if (column.type === "text") {
    return { type: "text", codes: rows.map((row) => column.codes[row] ?? -1), values: column.values };
  }
  const { type, values, empty } = column;
  const picked = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) picked[index] = values[rows[index] ?? 0] ?? 0;
  return { type, values: picked, empty: empty && Uint8Array.from(rows, (row) => empty[row] ?? 1) };
}
