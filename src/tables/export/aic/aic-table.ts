import type { Column } from "../../column.js";
import { textColumn } from "../../column-builder.js";
import { commonColumns, LATENCY, type TableKind } from "../../kinds/table-kind.js";
import { keyColumns } from "../../keys.js";
import { kindOf } from "../../kinds/known-kinds.js";
import { mergeTables } from "../../merge/merge-tables.js";
import { repeatsOf } from "../../repeats.js";
import { inOrder } from "../../row-order.js";
import { cellAt, pickRows, type Table } from "../../table.js";
import { aicBackends, aicFormats, aicWord } from "./aic-names.js";
import { AicRefused } from "./aic-refused.js";

/** Words to be written in the place of others, e.g. `fp32` → `bfloat16`. */
export type Aliases = ReadonlyMap<string, string>;

/** A table as aiconfigurator reads it. */
export interface AicTable {
  readonly backend: string;
  readonly version: string;
  readonly table: Table;
  /** The aliases that were used. */
  readonly used: Aliases;
}

/**
 * Brings a table of one measurer into aiconfigurator's words and columns. What stands under another name than its own
 * says so in `kernel_source`: `…_fp32_as_bfloat16`.
 * @throws AicRefused
 */
export function aicTable(whole: Table, aliases: Aliases): AicTable {
  const kind = kindOf(whole.name);
  if (kind.key.length === 0) throw new AicRefused(`how aiconfigurator reads ${whole.name} tables is not known here`);
  const framework = String(cellAt(whole, "framework", 0) ?? "");
  const backend = whole.name === "nccl" ? "nccl" : aicWord(aliases.get(framework) ?? framework.toLowerCase());
  if (whole.name !== "nccl") checkWord(backend, aicBackends, { what: "backend", own: framework });
  const used = new Map(aliases.has(framework) ? [[framework, backend] as const] : []);
  const columns = new Map<string, Column>();
  for (const name of aicColumns(whole, kind)) {
    const column = whole.columns.get(name);
    if (column) columns.set(name, name in aicFormats ? inAicFormats(name, column, { aliases, used }) : column);
  }
  const named: Table = { name: whole.name, rows: whole.rows, columns };
  const marked = withMarks(named, whole, used);
  const table = inOrder(mergeTables(pickRows(marked, new Int32Array(0)), marked).table);
  checkUnique(table);
  return { backend, version: String(cellAt(whole, "version", 0) ?? ""), table, used };
}

/** Common columns, key, other columns that tell rows apart, latency; how Assay measured stays in its own tables. */
function aicColumns(table: Table, kind: TableKind): string[] {
  const common = commonColumns.map(({ name }) => name);
  return [
    ...common,
    ...keyColumns(table, kind).filter((name) => !common.includes(name)),
    ...(kind.dependent ?? []),
    LATENCY,
  ];
}

interface AliasUse {
  readonly aliases: Aliases;
  readonly used: Map<string, string>;
}

function inAicFormats(name: string, column: Column, { aliases, used }: AliasUse): Column {
  if (column.type !== "text") return column;
  const values = column.values.map((own) => {
    const alias = aliases.get(own);
    if (alias !== undefined) used.set(own, alias);
    const word = aicWord(alias ?? own);
    checkWord(word, aicFormats[name] ?? [], { what: `number format of ${name}`, own });
    return word;
  });
  return { ...column, values };
}

function checkWord(
  word: string,
  known: readonly string[],
  { what, own }: { readonly what: string; readonly own: string },
): void {
  if (known.includes(word)) return;
  throw new AicRefused(
    `aiconfigurator has no ${what} ${word}; it knows ${known.join(", ")}. ` +
      `\`--as ${own}=${known[0]}\` writes it under another name, and says so in kernel_source and beside the table`,
  );
}

/** Marks the kernels of rows whose words were replaced; others keep theirs. */
function withMarks(named: Table, whole: Table, used: Aliases): Table {
  if (used.size === 0) return named;
  const aliased = Object.keys(aicFormats).filter((name) => named.columns.has(name));
  const kernels = Array.from({ length: named.rows }, (_, row) => {
    const words = ["framework", ...aliased].map((name) => String(cellAt(whole, name, row) ?? ""));
    const marks = [...new Set(words)].filter((word) => used.has(word)).map((word) => `_${word}_as_${used.get(word)}`);
    return `${String(cellAt(named, "kernel_source", row) ?? "")}${marks.join("")}`;
  });
  return { ...named, columns: new Map(named.columns).set("kernel_source", textColumn(kernels)) };
}

/** Of several rows of one key aiconfigurator takes one without a word. */
function checkUnique(table: Table): void {
  const conflicts = repeatsOf(table);
  if (conflicts.length === 0) return;
  const key = keyColumns(table, kindOf(table.name)).map(
    (name) => `${name} ${String(cellAt(table, name, conflicts[0]?.rows[0] ?? 0))}`,
  );
  throw new AicRefused(
    `${conflicts.length} keys stand with more than one value in the ${table.name} table, and aiconfigurator takes one of them ` +
      `without a word; decide first. The first one: ${key.join(", ")}`,
  );
}
