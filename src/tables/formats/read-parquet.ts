import type { Table } from "../table.js";
import { contentHash } from "./content-hash.js";
import { readColumn } from "./parquet-column.js";
import { readFooter } from "./parquet-footer.js";
import { readTableFacts, type TableFacts } from "./table-facts.js";
import { TableUnreadable } from "./table-unreadable.js";

/** A table as a Parquet file holds it. */
export interface ParquetTable {
  readonly table: Table;
  /** What Assay wrote into the file beside the rows; `null`: the file is not ours. */
  readonly facts: TableFacts | null;
}

/**
 * Reads a flat Parquet file, whoever wrote it, by our own decoder: sizes are checked before memory is taken, so that a
 * damaged file can neither hang nor crash the process. A file of ours must hold what it held when it was written.
 * @param name the table's name, where the file itself does not say it
 * @throws TableUnreadable
 */
export function readParquet(bytes: Uint8Array, name: string): ParquetTable {
  const layout = readFooter(bytes);
  const facts = readTableFacts(layout.metadata);
  const columns = new Map(
    layout.columns.map((column) => [column.name, readColumn(bytes, column, layout.rows)] as const),
  );
  const table: Table = { name: facts?.table ?? name, rows: layout.rows, columns };
  if (facts && facts.contentHash !== contentHash(table)) {
    throw new TableUnreadable("damaged: its rows are not those that it was written with");
  }
  return { table, facts };
}
