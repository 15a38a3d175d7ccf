import { numberColumn, textColumn } from "../column-builder.js";
import type { Column } from "../column.js";
import { TableUnreadable } from "../formats/table-unreadable.js";
import { LATENCY } from "../kinds/table-kind.js";
import type { Table } from "../table.js";
import { type NcclOutput, type NcclRow, readNcclLines } from "./nccl-lines.js";
import type { RefusedRow } from "./read-file.js";

/** What nccl-tests may not have printed itself. */
export interface NcclContext {
  readonly file?: string;
  readonly op?: string;
  readonly gpus?: number;
  readonly device?: string;
  readonly version?: string;
}

const COLLECTIVES = ["all_gather", "all_reduce", "alltoall", "reduce_scatter", "broadcast", "reduce", "sendrecv"];

/** Bytes of an element by nccl-tests' name of its type, and the name that tables use. */
const TYPES: Readonly<Record<string, readonly [bytes: number, name: string]>> = {
  int8: [1, "int8"],
  uint8: [1, "uint8"],
  half: [2, "half"],
  bfloat16: [2, "bfloat16"],
  float: [4, "float"],
  int32: [4, "int32"],
  uint32: [4, "uint32"],
  double: [8, "double"],
  int64: [8, "int64"],
  uint64: [8, "uint64"],
  fp8_e4m3: [1, "fp8_e4m3"],
  fp8_e5m2: [1, "fp8_e5m2"],
  f8e4m3: [1, "fp8_e4m3"],
  f8e5m2: [1, "fp8_e5m2"],
};

/** Whether a text is what nccl-tests printed, with or without a launcher's prefixes. */
export function looksLikeNcclTests(text: string): boolean {
  return /^.*#\s*nThread\s/m.test(text) || readNcclLines(text).hasTable;
}

/**
 * A table of nccl-tests' output: out-of-place times in ms, sizes in elements of the whole message.
 * @throws TableUnreadable for no rows, or where neither the text nor the context tells collective, GPUs, device or version
 */
export function readNcclTests(text: string, context: NcclContext) {
  const output = readNcclLines(text);
  if (output.rows.length === 0) throw new TableUnreadable("nccl-tests printed no rows: the run failed");
  const facts = factsOf(output, context);
  const refused: RefusedRow[] = output.broken.map(({ line, text: cells }) => ({
    row: line,
    column: "",
    reason: `it has not the headings' number of cells: ${cells}`,
  }));
  const good = output.rows.filter((row) => {
    const fault = rowFault(row);
    if (fault) refused.push({ row: row.line, ...fault });
    return fault === null;
  });
  return {
    table: tableOf(good, facts),
    rowNumbers: Int32Array.from(good, ({ line }) => line),
    refused,
    settled: ["time (out of place) from us to ms", "size from bytes to elements"],
  };
}

interface NcclFacts {
  readonly op: string;
  readonly gpus: number;
  readonly device: string;
  readonly version: string;
}

function factsOf({ said: lines }: NcclOutput, { file = "", op, gpus, device, version }: NcclContext): NcclFacts {
  const said = lines.join("\n");
  const ranks = lines
    .map((line) => /^Rank\s+\d+\b.*\bdevice\s+\d+\s+\[[^\]]*\]\s+(.+)$/.exec(line))
    .filter((found) => found !== null);
  const names = [...new Set(ranks.map((found) => (found[1] ?? "").trim()))];
  return {
    op: op ?? collectiveIn(said) ?? collectiveIn(file) ?? missing("collective", "--nccl-op all_reduce"),
    gpus: gpus ?? (ranks.length > 0 ? ranks.length : missing("number of GPUs", "--nccl-gpus 8")),
    device: device ?? (names.length === 1 ? (names[0] ?? "") : missing("one device", '--nccl-device "NVIDIA H200"')),
    version: version ?? /NCCL version (\d[\w.]*)/.exec(said)?.[1] ?? missing("NCCL version", "--nccl-version 2.26.2"),
  };
}

function collectiveIn(text: string): string | undefined {
  return COLLECTIVES.find((name) => new RegExp(`(?<![a-z_])${name}(?:_perf)?(?![a-z])`).test(text));
}

function missing(what: string, option: string): never {
  throw new TableUnreadable(`nccl-tests does not say its ${what}; say it with ${option}`);
}

function rowFault({ cells }: NcclRow): Omit<RefusedRow, "row"> | null {
  const time = cells.get("time") ?? "";
  if (!(Number(time) > 0 && Number(time) < Infinity))
    return { column: "time", reason: `time is ${time}, which is no duration` };
  const type = TYPES[cells.get("type") ?? ""];
  if (!type) return { column: "type", reason: `type ${cells.get("type")} is not known` };
  const elements = Number(cells.get("size")) / type[0];
  if (!(Number.isInteger(elements) && elements > 0))
    return { column: "size", reason: `size is ${cells.get("size")} bytes, no whole elements` };
  const wrong = cells.get("#wrong") ?? "0";
  return wrong === "0" || wrong === "N/A" ? null : { column: "#wrong", reason: `${wrong} values came out wrong` };
}

function tableOf(rows: readonly NcclRow[], { op, gpus, device, version }: NcclFacts): Table {
  const text = (cell: (row: NcclRow) => string) => textColumn(rows.map(cell));
  const integer = (cell: (row: NcclRow) => number) => numberColumn("integer", rows.map(cell));
  const columns: readonly (readonly [string, Column])[] = [
    ["framework", text(() => "nccl")],
    ["version", text(() => version)],
    ["device", text(() => device)],
    ["op_name", text(() => op)],
    ["kernel_source", text(() => "NCCL")],
    ["nccl_dtype", text((row) => typeOf(row)[1])],
    ["num_gpus", integer(() => gpus)],
    ["message_size", integer((row) => Number(row.cells.get("size")) / typeOf(row)[0])],
    [
      LATENCY,
      numberColumn(
        "real",
        rows.map(({ cells }) => Number(cells.get("time")) / 1000),
      ),
    ],
  ];
  return { name: "nccl", rows: rows.length, columns: new Map(columns) };
}

function typeOf({ cells }: NcclRow): readonly [bytes: number, name: string] {
  return TYPES[cells.get("type") ?? ""] ?? [1, ""];
}
