import { parquetWriteBuffer } from "hyparquet-writer";
import type { Column } from "../column.js";
import type { Table } from "../table.js";
import { contentHash } from "./content-hash.js";
import { FACTS_KEY, type TableFacts, writeTableFacts } from "./table-facts.js";

/**
 * A table as a Parquet file: the same bytes for the same table and facts. Texts are UTF-8, integers 64-bit, real numbers
 * doubles; a column may hold empty cells only where the table has some.
 */
export function writeParquet(
  table: Table,
  facts: Omit<TableFacts, "contentHash" | "schemaVersion" | "table">,
): Uint8Array {
  const complete: TableFacts = { ...facts, schemaVersion: 1, table: table.name, contentHash: contentHash(table) };
  const buffer = parquetWriteBuffer({
    columnData: [...table.columns].map(([name, column]) => ({ name, ...columnData(column) })),
    kvMetadata: [{ key: FACTS_KEY, value: writeTableFacts(complete) }],
    createdBy: "assay",
    statistics: false,
    rowGroupSize: 100_000,
  });
  return new Uint8Array(buffer);
}

function columnData(column: Column) {
  if (column.type === "text") {
    const data = Array.from(column.codes, (code) => column.values[code] ?? null);
    return { type: "STRING", data, nullable: data.includes(null) } as const;
  }
  const nullable = column.empty?.includes(1) ?? false;
  if (column.type === "real")
    return { type: "DOUBLE", data: realCells(column.values, column.empty), nullable } as const;
  return { type: "INT64", data: integerCells(column.values, column.empty), nullable } as const;
}

function realCells(values: Float64Array, empty: Uint8Array | null): Float64Array | (number | null)[] {
  return empty ? Array.from(values, (value, row) => (empty[row] === 1 ? null : value)) : values;
}

/** Most columns have few distinct numbers: each is made once. */
function integerCells(values: Float64Array, empty: Uint8Array | null): (bigint | null)[] {
  const known = new Map<number, bigint>();
  return Array.from(values, (value, row) => {
    if (empty?.[row] === 1) return null;
    const made = known.get(value) ?? BigInt(value);
    known.set(value, made);
    return made;
  });
}
