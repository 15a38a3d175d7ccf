import type { TableColumn } from "../../ops/moe/table.js";
import type { Peak } from "./number-format.js";

/** The least that a row's layer has to do, whatever kernel does it. */
export interface LeastWork {
  /** Floating-point operations, 2 a multiply-add. */
  readonly flop: number;
  /** Bytes that must come from memory where they do not fit into a cache: weights, or a context's keys and values. */
  readonly bytes: number;
  readonly peak: Peak;
}

/** Reads cells of one row by the names of its columns. */
export interface RowCells {
  readonly number: (column: string) => number;
  readonly text: (column: string) => string;
}

/** What Assay knows of a family of tables: its key, its curves, its work. */
export interface TableKind {
  /** Name of its files without `_perf`, e.g. `moe`. */
  readonly name: string;
  /** The folder in which aiconfigurator keeps it, e.g. `attention`. */
  readonly family: string;
  /** Columns that every such table must have beside the common ones. */
  readonly key: readonly TableColumn[];
  /** The column that names the number format; `null`: there is none. */
  readonly dtype: string | null;
  /** Columns along which the work grows while the others stay: each gives curves. */
  readonly axes: readonly string[];
  /** Columns that follow from the key, and so are no part of it. */
  readonly dependent?: readonly string[];
  /** A layer is several kernels, one row each: they do different work, and are not compared with each other. */
  readonly kernelsAreParts?: true;
  /** Unit of the column `latency` in aiconfigurator's files. */
  readonly latencyUnit: "ms" | "us";
  /** `null`: not known for the row's number format. */
  readonly leastWork?: (row: RowCells) => LeastWork | null;
}

/** Columns that every table has in front of its key: who measured what, on which device, by which kernel. */
export const commonColumns: readonly TableColumn[] = ["framework", "version", "device", "op_name", "kernel_source"].map(
  (name) => ({ name, type: "text" }),
);

/** The measured column. */
export const LATENCY = "latency";
