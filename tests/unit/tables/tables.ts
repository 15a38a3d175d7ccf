import type { Cell, Column } from "../../../src/tables/column.js";
import { columnOf } from "../../../src/tables/column-builder.js";
import { checkedTable, type CheckedTable } from "../../../src/tables/checks/checked-table.js";
import type { GateFinding } from "../../../src/tables/checks/gate.js";
import { gates } from "../../../src/tables/checks/gates/all.js";
import { thresholdsSchema } from "../../../src/tables/checks/thresholds.js";
import type { TableFacts } from "../../../src/tables/formats/table-facts.js";
import { writeParquet } from "../../../src/tables/formats/write-parquet.js";
import type { TableFile, UnusableFile } from "../../../src/tables/import/read-file.js";
import { readTableBytes } from "../../../src/tables/import/read-table-file.js";
import type { System } from "../../../src/tables/systems/system.js";
import type { TablePlace } from "../../../src/tables/place.js";
import type { Table } from "../../../src/tables/table.js";

export type Row = Readonly<Record<string, Cell>>;

/** A table of rows that all have the same columns. */
export function tableOf(
  name: string,
  rows: readonly Row[],
  types: Readonly<Record<string, Column["type"]>> = {},
): Table {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((column): [string, Column] => {
    const cells = rows.map((row) => row[column] ?? null);
    return [column, columnOf(types[column] ?? typeOf(column, cells), cells)];
  });
  return { name, rows: rows.length, columns: new Map(columns) };
}

function typeOf(column: string, cells: readonly Cell[]): Column["type"] {
  const first = cells.find((cell) => cell !== null);
  if (typeof first === "string") return "text";
  return column === "latency" || column.endsWith("_ms") || column === "power" ? "real" : "integer";
}

const common = { framework: "VLLM", version: "0.24.0", device: "NVIDIA H200" };

/** Points of a MoE layer by their tokens. */
export function moeRows(points: Readonly<Record<number, number>>, changes: Row = {}): Row[] {
  return Object.entries(points).map(([tokens, latency]) => ({
    ...common,
    op_name: "moe",
    kernel_source: "triton",
    moe_dtype: "bfloat16",
    num_tokens: Number(tokens),
    hidden_size: 4096,
    inter_size: 14336,
    topk: 2,
    num_experts: 8,
    moe_tp_size: 1,
    moe_ep_size: 1,
    distribution: "balanced",
    latency,
    ...changes,
  }));
}

/** Points of a matrix product by m. */
export function gemmRows(points: Readonly<Record<number, number>>, changes: Row = {}): Row[] {
  return Object.entries(points).map(([m, latency]) => ({
    ...common,
    op_name: "gemm",
    kernel_source: "cutlass",
    gemm_dtype: "bfloat16",
    m: Number(m),
    n: 5120,
    k: 2560,
    latency,
    ...changes,
  }));
}

/** A smooth curve: `floor` ms and so many ms a unit of size. */
export function smooth(
  sizes: readonly number[],
  { floor, slope }: { floor: number; slope: number },
): Record<number, number> {
  return Object.fromEntries(sizes.map((size) => [size, floor + slope * size]));
}

export const publication = { state: "final", reasons: [] } as const satisfies { state: string; reasons: never[] };

/** A table as a Parquet file of ours. */
export function parquetOf(table: Table, facts: Partial<TableFacts> = {}): Uint8Array {
  return writeParquet(table, { units: {}, statistic: null, publication, sources: [], ...facts });
}

/** Reads bytes as a file. */
export function read(bytes: Uint8Array | string, file: string): TableFile | UnusableFile {
  return readTableBytes(typeof bytes === "string" ? Buffer.from(bytes) : bytes, file);
}

/** A table as it was read from a file. */
export function fileOf(table: Table, file = "h200_sxm/moe/vllm/0.24.0/moe_perf.parquet"): TableFile {
  const rowNumbers = Int32Array.from({ length: table.rows }, (_, row) => row + 1);
  return { file, format: "parquet", hash: "0".repeat(64), table, rowNumbers, refused: [], settled: [], facts: null };
}

export interface Around {
  readonly file?: string;
  readonly place?: TablePlace | null;
  readonly system?: System | null;
}

export function checked(table: Table, { file, place = null, system = null }: Around = {}): CheckedTable {
  return checkedTable(fileOf(table, file), { place, system });
}

/** What one gate finds in some tables. */
export function findingsOf(
  gate: string,
  tables: readonly CheckedTable[],
  unusable: readonly UnusableFile[] = [],
): readonly GateFinding[] {
  const found = gates.find(({ name }) => name === gate);
  if (!found) throw new Error(`there is no gate ${gate}`);
  return found.find({ tables, unusable, thresholds: thresholdsSchema.parse({}) });
}

/** The H200's peaks. */
export const h200: System = {
  name: "h200_sxm",
  flopPerSecond: { bfloat16: 989e12, int8: 1979e12, fp8: 1979e12 },
  bytesPerSecond: 4.8e12,
  cacheBytes: 50 * 2 ** 20,
  memoryBytes: 141 * 2 ** 30,
};
