// Readers meet 2,000 truncated and changed files: none crashes, none hangs, no bad number comes through.
import { expect, test } from "vitest";
import { cellOf } from "../../../src/tables/column.js";
import { isUsable, readTableBytes } from "../../../src/tables/import/read-table-file.js";
import type { Table } from "../../../src/tables/table.js";
import { moeRows, parquetOf, tableOf } from "./tables.js";

const INPUTS = 2_400;
const tokens = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [index + 1, Math.sqrt(index + 2)]));
const table = tableOf("moe", [...moeRows(tokens, { power: 700.5 }), ...moeRows(tokens, { topk: 1, power: null })]);
const header = [...table.columns.keys()].join(",");
const csv = [
  header,
  ...Array.from({ length: table.rows }, (_, row) =>
    [...table.columns.values()].map((column) => cellOf(column, row) ?? "").join(","),
  ),
].join("\n");
const nccl = `# nThread 1 nGpus 2
#  Rank  0 Group  0 Pid  1 on node device  0 [0x1b] NVIDIA H200
#  Rank  1 Group  0 Pid  1 on node device  1 [0x1b] NVIDIA H200
NCCL version 2.26.2+cuda12.8
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
${Array.from({ length: 20 }, (_, index) => `  ${2 ** (index + 8)}  ${2 ** (index + 7)}  half  sum  -1  ${45.82 + index}  0.01  0.02  0  46.11  0.01  0.02  0`).join("\n")}
`;
const originals: readonly (readonly [file: string, bytes: Uint8Array])[] = [
  ["moe_perf.parquet", parquetOf(table)],
  // Without our facts nothing guards the cells but their own sense.
  [
    "moe_perf.parquet",
    Buffer.from(Buffer.from(parquetOf(table)).toString("latin1").replace("\x05assay", "\x05other"), "latin1"),
  ],
  ["moe_perf.csv", Buffer.from(csv)],
  ["all_reduce_perf.txt", Buffer.from(nccl)],
];

/** The same numbers each time (xorshift). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function changed(bytes: Uint8Array, next: () => number): Uint8Array {
  if (next() < 0.15) return bytes.slice(0, Math.floor(next() * bytes.length));
  const copy = bytes.slice();
  const atEnd = next() < 0.5;
  for (let change = Math.floor(next() * 3); change >= 0; change -= 1) {
    const place = atEnd ? copy.length - 1 - Math.floor(next() * 1500) : Math.floor(next() * copy.length);
    const byte = copy[Math.max(0, place)] ?? 0;
    copy[Math.max(0, place)] = next() < 0.5 ? Math.floor(next() * 256) : byte ^ (1 << Math.floor(next() * 8));
  }
  return copy;
}

function badNumbers({ rows, columns }: Table): number {
  const latency = columns.get("latency");
  const sizes = ["num_tokens", "hidden_size", "topk", "message_size"].map((name) => columns.get(name));
  let bad = 0;
  for (let row = 0; row < rows; row += 1) {
    const ms = latency && cellOf(latency, row);
    if (typeof ms !== "number" || !(ms > 0 && ms < Infinity)) bad += 1;
    for (const size of sizes) {
      const cell = size && cellOf(size, row);
      if (size && !(Number.isSafeInteger(cell) && Number(cell) > 0)) bad += 1;
    }
  }
  return bad;
}

test(`${INPUTS} truncated and changed files`, () => {
  const next = random(20260801);
  const outcomes = { read: 0, refused: 0 };
  for (let input = 0; input < INPUTS; input += 1) {
    const [file, bytes] = originals[input % originals.length] ?? ["", new Uint8Array()];
    const found = readTableBytes(changed(bytes, next), file);
    outcomes[isUsable(found) ? "read" : "refused"] += 1;
    if (!isUsable(found)) continue;
    expect(badNumbers(found.table)).toBe(0);
    // Our own file either is what it was, or is refused.
    if (found.facts) expect(found.table.rows).toBe(table.rows);
  }
  expect(outcomes.read).toBeGreaterThan(INPUTS / 25);
  expect(outcomes.refused).toBeGreaterThan(INPUTS / 10);
}, 120_000);
