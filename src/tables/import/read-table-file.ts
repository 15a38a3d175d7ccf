import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readParquet } from "../formats/read-parquet.js";
import { TableUnreadable } from "../formats/table-unreadable.js";
import { kindOf, nameFromColumns, nameFromFile } from "../kinds/known-kinds.js";
import { LATENCY, type TableKind } from "../kinds/table-kind.js";
import { pickRows, rowsWhere, type Table } from "../table.js";
import { findBadRows } from "./bad-rows.js";
import { readCsv } from "./csv-cells.js";
import { textTable } from "./csv-table.js";
import { inMilliseconds, latencyColumn } from "./latency-unit.js";
import { looksLikeNcclTests, type NcclContext, readNcclTests } from "./nccl-tests.js";
import type { RefusedRow, TableFile, TableFormat, UnusableFile } from "./read-file.js";
import { SchemaFault, settleSchema, UnknownKind } from "./schema.js";

/** Reads a file as a table, whatever its format; tells why where that cannot be done. Rows that are none are set apart. */
export function readTableFile(file: string, nccl: NcclContext = {}): TableFile | UnusableFile {
  return readTableBytes(readFileSync(file), file, nccl);
}

/** As `readTableFile`, for a file's content. */
export function readTableBytes(bytes: Uint8Array, file: string, nccl: NcclContext = {}): TableFile | UnusableFile {
  try {
    const raw = file.endsWith(".parquet") ? rawParquet(bytes, file) : rawText(bytes, file, nccl);
    return settle(raw, { bytes, file });
  } catch (error) {
    const content = contentOf(bytes);
    if (error instanceof TableUnreadable)
      return { file, fault: "unreadable", reason: error.reason, columns: [], content };
    if (error instanceof SchemaFault)
      return { file, fault: "schema", reason: error.message, columns: error.columns, content };
    if (error instanceof UnknownKind) return { file, fault: "unknown", reason: error.message, columns: [], content };
    throw error;
  }
}

/** So many of a file's first and last bytes tell what it is. */
const SHOWN_BYTES = 48;

function contentOf(bytes: Uint8Array): UnusableFile["content"] {
  const text = (part: Uint8Array) =>
    Buffer.from(part)
      .toString("latin1")
      .replaceAll(/[^ -~]/g, "·");
  return {
    bytes: bytes.length,
    begins: text(bytes.subarray(0, SHOWN_BYTES)),
    ends: text(bytes.subarray(-SHOWN_BYTES)),
  };
}

/** Whether a file could be used. */
export function isUsable(file: TableFile | UnusableFile): file is TableFile {
  return "table" in file;
}

interface RawTable {
  readonly format: TableFormat;
  readonly table: Table;
  readonly rowNumbers: Int32Array;
  readonly refused: readonly RefusedRow[];
  readonly settled: readonly string[];
  readonly facts: TableFile["facts"];
}

function rawParquet(bytes: Uint8Array, file: string): RawTable {
  const { table, facts } = readParquet(bytes, nameFromFile(file));
  const rowNumbers = new Int32Array(table.rows).map((_, row) => row + 1);
  return { format: "parquet", table, rowNumbers, refused: [], settled: [], facts };
}

function rawText(bytes: Uint8Array, file: string, nccl: NcclContext): RawTable {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (looksLikeNcclTests(text)) return { format: "nccl-tests", facts: null, ...readNcclTests(text, { file, ...nccl }) };
  if (text.startsWith("version https://git-lfs")) throw new TableUnreadable("a Git LFS pointer, not the table itself");
  const cells = readCsv(text);
  const settled = cells.repeatedHeaders.map((line) => `the header stands again on line ${line}; it is no row`);
  return { format: "csv", facts: null, settled, ...textTable(cells, csvKind(cells.header, file)) };
}

/** A staging file may be named as one likes; its columns tell what it holds. */
function csvKind(header: readonly string[], file: string): TableKind {
  const named = kindOf(nameFromFile(file));
  const byColumns = named.key.length === 0 ? nameFromColumns(header) : null;
  return byColumns === null ? named : kindOf(byColumns);
}

function settle(raw: RawTable, { bytes, file }: { readonly bytes: Uint8Array; readonly file: string }): TableFile {
  const kind = kindOf(raw.table.name);
  const latency = latencyColumn([...raw.table.columns.keys()], kind);
  if (latency === null && kind.key.length === 0) {
    throw new UnknownKind(`${kind.name} tables are not known here, and it has no column latency`);
  }
  if (latency === null) throw new SchemaFault([{ column: LATENCY, wants: "real", has: null }]);
  // What Assay wrote is in ms whatever the kind's own files are in.
  const converted = raw.facts ? { table: raw.table, settled: [] } : inMilliseconds(raw.table, latency);
  const schema = settleSchema(converted.table, kind);
  const bad = findBadRows(schema.table, kind, raw.rowNumbers);
  const badRows = new Set(bad.map(({ row }) => row));
  const good = rowsWhere(schema.table.rows, (row) => badRows.size === 0 || !badRows.has(raw.rowNumbers[row] ?? 0));
  return {
    file,
    format: raw.format,
    hash: createHash("sha256").update(bytes).digest("hex"),
    table: good.length === schema.table.rows ? schema.table : pickRows(schema.table, good),
    rowNumbers: good.map((row) => raw.rowNumbers[row] ?? 0),
    refused: [...raw.refused, ...bad].sort((one, other) => one.row - other.row),
    settled: [...raw.settled, ...converted.settled, ...schema.settled],
    facts: raw.facts,
  };
}
