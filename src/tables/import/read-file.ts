import type { TableFacts } from "../formats/table-facts.js";
import type { Table } from "../table.js";

/** A row that is not taken over, and why. */
export interface RefusedRow {
  /** From 1 without the header; in a text file, the line. */
  readonly row: number;
  readonly column: string;
  /** A clause, e.g. `latency is 0, which is no duration`. */
  readonly reason: string;
}

/** How a file holds a table. */
export type TableFormat = "parquet" | "csv" | "nccl-tests";

/** A file that was read as a table. */
export interface TableFile {
  readonly file: string;
  readonly format: TableFormat;
  /** SHA-256 of the file. */
  readonly hash: string;
  /** The rows that were taken over. */
  readonly table: Table;
  /** [rows] where each of them stands in the file; as `RefusedRow.row`. */
  readonly rowNumbers: Int32Array;
  readonly refused: readonly RefusedRow[];
  /** What was settled while reading: units that were converted, header lines that were passed over. */
  readonly settled: readonly string[];
  /** What Assay wrote into the file; `null`: it is not ours. */
  readonly facts: TableFacts | null;
}

/** A column that a table lacks, or holds in another type. */
export interface ColumnFault {
  readonly column: string;
  /** The type that belongs there. */
  readonly wants: string;
  /** The type that is there; `null`: there is no such column. */
  readonly has: string | null;
}

/** Why a file is no table that can be used. */
export interface UnusableFile {
  readonly file: string;
  /** `unknown`: it may be a good table of a kind that is not known here. */
  readonly fault: "unreadable" | "schema" | "unknown";
  readonly reason: string;
  /** The columns that are wrong, where that is the fault. */
  readonly columns: readonly ColumnFault[];
  /** Its size, and what it begins and ends with; bytes that are no printable ASCII as `·`. */
  readonly content: { readonly bytes: number; readonly begins: string; readonly ends: string };
}
