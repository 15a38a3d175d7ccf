import { contextAttentionKind, generationAttentionKind } from "./attention.js";
import { customAllreduceKind, ncclKind } from "./collective.js";
import { gemmKind } from "./gemm.js";
import { moeKind } from "./moe.js";
import { gdnKind, wideEpMoeKind } from "./other.js";
import type { TableKind } from "./table-kind.js";

const kinds: readonly TableKind[] = [
  moeKind,
  wideEpMoeKind,
  gemmKind,
  contextAttentionKind,
  generationAttentionKind,
  gdnKind,
  ncclKind,
  customAllreduceKind,
];

/** Tables of large-scale expert parallelism that hold communication are in µs, all others in ms. */
const MICROSECOND_TABLES: ReadonlySet<string> = new Set([
  "moe_a2a",
  "trtllm_alltoall",
  "wideep_deepep_ll",
  "wideep_deepep_normal",
]);

/** What is known of a table of that name; of one that is not known: that it has the common columns and a latency. */
export function kindOf(name: string): TableKind {
  const known = kinds.find((kind) => kind.name === name);
  const latencyUnit = MICROSECOND_TABLES.has(name) ? "us" : "ms";
  return known ?? { name, family: name, key: [], dtype: null, axes: [], latencyUnit };
}

/** A table's name from its columns: each kind has a number format or a size that no other has; `null`: none is known. */
export function nameFromColumns(columns: readonly string[]): string | null {
  const fits = kinds.filter(({ key }) => key.every(({ name }) => columns.includes(name)));
  // Of attention tables, only the prompt's ones have no history in `step`; the name alone tells them apart.
  return fits.length === 1 ? (fits[0]?.name ?? null) : null;
}

/** A table's name from its file's: `moe_perf.parquet`, `moe_perf.txt` and `moe.parquet` are all `moe`. */
export function nameFromFile(file: string): string {
  const base = file.slice(file.lastIndexOf("/") + 1);
  return base.replace(/\.[a-z]+$/, "").replace(/_perf$/, "");
}
