import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../formats/durable-file.js";
import { readParquet } from "../formats/read-parquet.js";
import { TableUnreadable } from "../formats/table-unreadable.js";
import { writeParquet } from "../formats/write-parquet.js";
import { kindOf } from "../kinds/known-kinds.js";
import { LATENCY } from "../kinds/table-kind.js";
import { type CarriedFacts, combinePublications, mergeFacts } from "../merge/merge-facts.js";
import { type Merged, MergeRefused, mergeTables } from "../merge/merge-tables.js";
import { repeatsOf } from "../repeats.js";
import { inOrder } from "../row-order.js";
import { pickRows, type Table } from "../table.js";
import { measurementColumns } from "./measurement-columns.js";
import { sourceMark } from "./moe-table.js";
import { splitMeasurers, type TableMeasurer } from "./split-measurers.js";

/** A table on its way into a folder of tables. */
export interface NewTable {
  readonly table: Table;
  readonly facts: CarriedFacts;
}

/** One file of a folder of tables as it will be. */
export interface LibraryFile extends Omit<Merged, "table"> {
  readonly path: string;
  readonly measurer: TableMeasurer;
  readonly table: Table;
  /** Keys that stand there with more than one value. */
  readonly conflicts: { readonly keys: number; readonly worstSpread: number };
  /** The file's bytes, worked out when they are asked for. */
  readonly content: () => Uint8Array;
}

/**
 * Works out how tables lie in a folder, one file a device, framework, version and kind of layer, merged with what lies
 * there; writes nothing.
 * @throws MergeRefused naming the file
 */
export function planLibrary(folder: string, tables: readonly NewTable[]): LibraryFile[] {
  const files = new Map<string, LibraryFile & { readonly facts: CarriedFacts }>();
  for (const { table, facts } of tables) {
    for (const part of splitMeasurers(table)) {
      const path = join(folder, libraryPath(part.measurer, table.name));
      const known = files.get(path) ?? existingFile(path);
      files.set(path, { ...mergedFile({ path, known, incoming: part.table, facts }), measurer: part.measurer });
    }
  }
  return [...files.values()];
}

/** Writes what was worked out; files that are already so are left alone. */
export function writeLibrary(files: readonly Pick<LibraryFile, "path" | "content">[]): void {
  for (const { path, content } of files) {
    const bytes = content();
    if (existsSync(path) && readFileSync(path).equals(bytes)) continue;
    writeDurably(path, bytes);
    // What was read back byte by byte must also be a table.
    readParquet(readFileSync(path), path);
  }
}

/** `nvidia-h200/vllm-0.24.0/moe.parquet` */
function libraryPath({ framework, version, device }: TableMeasurer, table: string): string {
  return join(slug(device), slug(`${framework}-${version}`), `${table}.parquet`);
}

function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9.+-]+/g, "-")
      .replaceAll(/^[-.]+|-+$/g, "") || "unknown"
  );
}

interface Known {
  readonly table: Table;
  readonly facts: CarriedFacts;
}

function existingFile(path: string): Known | null {
  if (!existsSync(path)) return null;
  try {
    const { table, facts } = readParquet(readFileSync(path), path);
    if (facts) return { table, facts };
  } catch (error) {
    if (!(error instanceof TableUnreadable)) throw error;
    throw new MergeRefused(`${path} cannot be read (${error.reason}), and is not overwritten`);
  }
  throw new MergeRefused(`${path} was not written by Assay, and is not overwritten`);
}

interface Merging {
  readonly path: string;
  readonly known: Known | null;
  readonly incoming: Table;
  readonly facts: CarriedFacts;
}

function mergedFile({ path, known, incoming, facts }: Merging) {
  try {
    const whole = known ? mergeFacts(known.facts, facts) : ordered(facts);
    const marks = new Set(facts.sources.map(({ id }) => sourceMark(id)));
    // Rows that stand twice in what comes in are told like those that are there already.
    const merged = mergeTables(known?.table ?? pickRows(incoming, new Int32Array(0)), incoming, marks);
    const table = inOrder(merged.table);
    const conflicts = repeatsOf(table).filter(({ spread }) => spread > 1);
    const worstSpread = conflicts.reduce((worst, { spread }) => Math.max(worst, spread), 1);
    const content = () => writeParquet(table, { ...whole, units: unitsOf(table) });
    return { ...merged, path, table, facts: whole, conflicts: { keys: conflicts.length, worstSpread }, content };
  } catch (error) {
    if (error instanceof MergeRefused) throw new MergeRefused(`${path} is left as it is: ${error.message}`);
    throw error;
  }
}

function ordered(facts: CarriedFacts): CarriedFacts {
  return {
    ...facts,
    publication: combinePublications([facts.publication]),
    sources: facts.sources.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

/** Units of a table's columns; sizes and counts have none. */
export function unitsOf(table: Table): Record<string, string> {
  const units = new Map<string, string | null>([
    ...kindOf(table.name).key.map(({ name, type }) => [name, type === "integer" ? "1" : null] as const),
    ...measurementColumns.map(({ name, unit }) => [name, unit] as const),
    [LATENCY, "ms"],
    ["message_size", "elements"],
    ["power", "W"],
    ["power_limit", "W"],
  ]);
  const present = [...units].flatMap(([name, unit]) =>
    unit !== null && table.columns.has(name) ? [[name, unit] as const] : [],
  );
  return Object.fromEntries(present);
}
