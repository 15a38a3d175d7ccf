import { type FileMetaData, parquetMetadata } from "hyparquet";
import type { ColumnMetaData, SchemaElement } from "hyparquet/src/types.js";
import { TableUnreadable } from "./table-unreadable.js";

/** The parts of one column, row group after row group. */
export interface ParquetColumn {
  readonly name: string;
  readonly element: SchemaElement;
  readonly chunks: readonly ColumnMetaData[];
}

/** A flat Parquet file as its footer describes it; everything in it has been checked against the file's size. */
export interface ParquetLayout {
  readonly rows: number;
  readonly columns: readonly ParquetColumn[];
  readonly metadata: ReadonlyMap<string, string>;
}

const MAGIC = "PAR1";
const LFS_POINTER = "version https://git-lfs";
/** Dictionaries of a few values and runs compress well; beyond this a footer claims rows that it does not have. */
const MAX_ROWS_PER_BYTE = 1000;
/** A hundred times the largest public table. */
const MAX_ROWS = 30_000_000;

/**
 * Reads the footer of a Parquet file.
 * @throws TableUnreadable for a Git-LFS pointer, a file that was cut off, nested columns, or a footer that contradicts itself
 */
export function readFooter(bytes: Uint8Array): ParquetLayout {
  checkIsParquet(bytes);
  const footer = parseFooter(bytes);
  const rows = checkedCount(footer.num_rows, Math.min(bytes.length * MAX_ROWS_PER_BYTE, MAX_ROWS), "rows");
  const [root, ...leaves] = footer.schema;
  if (!root || leaves.length !== root.num_children || leaves.some(({ num_children = 0 }) => num_children > 0)) {
    throw new TableUnreadable("its columns are nested, and a table's are not");
  }
  checkRowGroups(footer, rows, leaves.length);
  const columns = leaves.map((element, index): ParquetColumn => ({
    name: element.name,
    element,
    chunks: footer.row_groups.map((group) => checkedChunk(group.columns[index]?.meta_data, element, bytes.length)),
  }));
  checkNames(columns);
  const metadata = (footer.key_value_metadata ?? []).map(({ key, value }) => [key, value ?? ""] as const);
  return { rows, columns, metadata: new Map(metadata) };
}

function checkIsParquet(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new TableUnreadable("not a complete Parquet file: it is empty");
  if (textAt(bytes, 0, LFS_POINTER.length) === LFS_POINTER) {
    throw new TableUnreadable("a Git LFS pointer, not the table itself: `git lfs pull` brings the table");
  }
  if (textAt(bytes, 0, MAGIC.length) !== MAGIC)
    throw new TableUnreadable("not a Parquet file: it does not begin with PAR1");
  if (bytes.length < 12 || textAt(bytes, bytes.length - MAGIC.length, MAGIC.length) !== MAGIC) {
    throw new TableUnreadable("not a complete Parquet file: its end is missing");
  }
}

function parseFooter(bytes: Uint8Array): FileMetaData {
  try {
    return parquetMetadata(bytes, { geoparquet: false });
  } catch {
    // What the decoder stumbled over is its own matter.
    throw new TableUnreadable("not a complete Parquet file: its footer cannot be read");
  }
}

function checkRowGroups(footer: FileMetaData, rows: number, columns: number): void {
  const sum = footer.row_groups.reduce((total, group) => total + checkedCount(group.num_rows, rows, "rows"), 0);
  if (sum !== rows) throw new TableUnreadable(`damaged: its footer tells of ${rows} rows, its row groups of ${sum}`);
  for (const group of footer.row_groups) {
    if (group.columns.length !== columns) {
      throw new TableUnreadable(`damaged: a row group has ${group.columns.length} columns, its schema ${columns}`);
    }
    for (const { meta_data } of group.columns) {
      if (meta_data?.num_values !== group.num_rows)
        throw new TableUnreadable("damaged: a column has too few or too many values");
    }
  }
}

function checkedChunk(chunk: ColumnMetaData | undefined, element: SchemaElement, fileBytes: number): ColumnMetaData {
  if (!chunk || chunk.type !== element.type || element.repetition_type === "REPEATED") {
    throw new TableUnreadable(`damaged: the column ${element.name} is not as its schema says`);
  }
  const start = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset);
  const end = start + Number(chunk.total_compressed_size);
  if (!(start >= MAGIC.length && end > start && end <= fileBytes) && chunk.num_values > 0n) {
    throw new TableUnreadable(`not a complete Parquet file: the column ${element.name} lies outside of it`);
  }
  return chunk;
}

function checkNames(columns: readonly ParquetColumn[]): void {
  const twice = columns.find(({ name }, index) => columns.findIndex((other) => other.name === name) !== index);
  if (twice) throw new TableUnreadable(`it has two columns ${twice.name}`);
}

function checkedCount(count: bigint, most: number, noun: string): number {
  if (typeof count === "bigint" && count >= 0n && count <= BigInt(most)) return Number(count);
  throw new TableUnreadable(`damaged: it claims ${String(count)} ${noun}`);
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(length, bytes.length - start)).toString("latin1");
}
