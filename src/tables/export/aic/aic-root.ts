import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { writeDurably } from "../../formats/durable-file.js";
import { writeParquet } from "../../formats/write-parquet.js";
import { isUsable, readTableBytes } from "../../import/read-table-file.js";
import { kindOf } from "../../kinds/known-kinds.js";
import { MergeRefused, mergeTables } from "../../merge/merge-tables.js";
import { repeatsOf } from "../../repeats.js";
import { inOrder } from "../../row-order.js";
import type { Table } from "../../table.js";
import { type NewTable, unitsOf } from "../library.js";
import { splitMeasurers } from "../split-measurers.js";
import { sidecarText } from "./aic-sidecar.js";
import { systemText } from "./aic-system.js";
import { type AicTable, type Aliases, aicTable } from "./aic-table.js";
import { queryVersionsText } from "./query-versions.js";

/** How tables are written for aiconfigurator. */
export interface AicOptions {
  readonly root: string;
  readonly system: string;
  readonly aliases: Aliases;
  /** Version of Assay. */
  readonly assay: string;
}

/** A file of aiconfigurator's folders as it will be. */
export interface AicFile {
  readonly path: string;
  readonly content: Uint8Array;
  /** Rows of a table; `null`: it is no table. */
  readonly rows: number | null;
  /** Words that were written under another name. */
  readonly writtenAs: Aliases;
}

/**
 * Works out the files that aiconfigurator reads: tables, what stands beside them, the system, the versions that can be
 * asked for; writes nothing.
 * @throws AicRefused for what it cannot name, MergeRefused for tables that are there already and say something else
 */
export function planAic(tables: readonly NewTable[], options: AicOptions): AicFile[] {
  const texts = new Map<string, string>();
  const parts = tables.flatMap(({ table, facts }) =>
    splitMeasurers(table).map((part) => ({ facts, ...aicTable(part.table, options.aliases) })),
  );
  const files = parts.map((part) => tableFile(part, options, texts));
  const { root, system } = options;
  const systemPath = join(root, `${system}.yaml`);
  if (!existsSync(systemPath))
    texts.set(
      systemPath,
      systemText(
        system,
        parts.map(({ table }) => table),
      ),
    );
  return [...files, ...[...texts].map(([path, text]) => textFile(path, text))];
}

/** Writes what was worked out. */
export function writeAic(files: readonly AicFile[]): void {
  for (const { path, content } of files) {
    if (!existsSync(path) || !readFileSync(path).equals(content)) writeDurably(path, content);
  }
}

type AicPart = AicTable & Pick<NewTable, "facts">;

/** The file of a table; what stands beside it is added to the texts. */
function tableFile(part: AicPart, { root, system, assay }: AicOptions, texts: Map<string, string>): AicFile {
  const { backend, version, facts, used } = part;
  const folder = join(root, "data", system, kindOf(part.table.name).family, backend, version);
  const path = join(folder, `${part.table.name}_perf.parquet`);
  const sidecarPath = join(folder, "collection_meta.yaml");
  const sidecar = texts.get(sidecarPath) ?? readIfThere(sidecarPath);
  const table = mergedTable(path, part, sidecar);
  const statistic = facts.statistic ?? "unknown";
  texts.set(sidecarPath, sidecarText(sidecar, { ...part, table, statistic, assay }));
  if (backend !== "nccl") {
    const versionsPath = join(root, "query_versions.yaml");
    texts.set(
      versionsPath,
      queryVersionsText(texts.get(versionsPath) ?? readIfThere(versionsPath), { system, backend, version }),
    );
  }
  const { publication } = facts;
  const content = writeParquet(table, { units: unitsOf(table), statistic: facts.statistic, publication, sources: [] });
  return { path, content, rows: table.rows, writtenAs: used };
}

/** A table with the rows that are there already, unless these are an earlier state of the same sources. */
function mergedTable(path: string, { table, facts }: AicPart, sidecar: string | null): Table {
  if (!existsSync(path)) return table;
  const known = new Set(facts.sources.map(({ id }) => id));
  const owners = sourcesIn(sidecar, table.name);
  if (owners.length > 0 && owners.every((id) => known.has(id))) return table;
  const existing = readTableBytes(readFileSync(path), path);
  if (!isUsable(existing)) throw new MergeRefused(`${path} is left as it is: it cannot be read (${existing.reason})`);
  const merged = inOrder(mergeInto(path, existing.table, table));
  const conflicts = repeatsOf(merged).filter(({ spread }) => spread > 1);
  if (conflicts.length === 0) return merged;
  throw new MergeRefused(`${path} is left as it is: it holds ${conflicts.length} of these keys with other values`);
}

function mergeInto(path: string, existing: Table, incoming: Table): Table {
  try {
    return mergeTables(existing, incoming).table;
  } catch (error) {
    if (error instanceof MergeRefused) throw new MergeRefused(`${path} is left as it is: ${error.message}`);
    throw error;
  }
}

const ownersSchema = z.looseObject({ sources: z.array(z.looseObject({ id: z.string() })) });
const sidecarSchema = z.looseObject({ tables: z.record(z.string(), z.unknown()) });

/** The ids of the sources that the file beside a table names; none where Assay did not write it. */
function sourcesIn(sidecar: string | null, table: string): string[] {
  const known = sidecarSchema.safeParse(sidecar === null ? null : parse(sidecar));
  const entry = ownersSchema.safeParse(known.success ? known.data.tables[`${table}_perf`] : null);
  return entry.success ? entry.data.sources.map(({ id }) => id) : [];
}

function textFile(path: string, text: string): AicFile {
  return { path, content: Buffer.from(text), rows: null, writtenAs: new Map() };
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
