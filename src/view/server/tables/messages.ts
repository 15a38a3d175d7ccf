import type { Cell, ColumnType } from "../../../tables/column.js";
import type { TableFile } from "../../../tables/import/read-file.js";
import type { ReportTable } from "../../report/findings.js";

/** Tables as a page shows them while they are read and checked. */
export interface ServedTables {
  readonly title: string;
  /** How many files there are. */
  readonly files: number;
  /** Those that were read so far, in their order. */
  readonly tables: readonly ServedTable[];
  /** Whether the report on them is there: their check, and their curves. */
  readonly isChecked: boolean;
  /** Why they cannot be read or checked; `null`: they can. */
  readonly problem: string | null;
}

/** A table and its columns; none where it could not be read as a table. */
export interface ServedTable extends ReportTable {
  readonly columns: readonly ServedColumn[];
}

export interface ServedColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** What all rows say, where they say the same. */
  readonly everywhere?: Cell;
}

/** Some rows of a table, as they were asked for. */
export interface ServedRows {
  /** How many rows there are of those that were asked for. */
  readonly matching: number;
  /** Which of these is the first one here, from 0. */
  readonly from: number;
  readonly rows: readonly ServedRow[];
}

/** A row: its number in the file, then its cells in the order of the columns. */
export type ServedRow = readonly [number: number, ...cells: Cell[]];

/** What the thread that reads tables tells the server. */
export type ReaderNews =
  | { readonly kind: "table"; readonly listed: ServedTable; readonly read: TableFile | null }
  /** A `TablesReport` as JSON in gzip. */
  | { readonly kind: "report"; readonly packed: Uint8Array };
