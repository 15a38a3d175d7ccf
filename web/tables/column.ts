import type { ComponentChildren } from "preact";

/** A value as it is copied and sorted: full digits, no unit. */
export type CellValue = string | number | null;

/** A column of a table. Columns whose values are numbers are set on their decimal points. */
export interface Column<Row> {
  readonly title: string;
  /** Unit of the values, said once in the head. */
  readonly unit?: string;
  /** What the column says, for its tooltip. */
  readonly note?: string;
  readonly value: (row: Row) => CellValue;
  /** How the cell looks; without it, its value as text. */
  readonly cell?: (row: Row) => ComponentChildren;
  /** How a number reads; makes the column a column of figures. */
  readonly figure?: (value: number) => string;
  /** What stands behind a cell's figure, for its tooltip. */
  readonly hint?: (row: Row) => string | undefined;
  /** A picture of other columns' values: there is nothing in it to copy or to sort by. */
  readonly isPicture?: boolean;
}

/** The column's head as text: `median, ms`. */
export function headText<Row>({ title, unit }: Column<Row>): string {
  return unit === undefined ? title : `${title}, ${unit}`;
}
