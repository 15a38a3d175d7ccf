import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { columnOf } from "../dist/tables/column-builder.js";
import { writeParquet } from "../dist/tables/formats/write-parquet.js";

const sweep = [
  1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192,
  12288, 16384,
];
const dtypes = ["bfloat16", "fp8", "fp8_block", "nvfp4"] as const;
const distributions = ["balanced", "power_law_1.01", "power_law_1.2"] as const;

/** Writes a MoE table of many shapes, 27 token counts each, with latencies as a device would have them; one in 1,000 is wrong. */
export function writeLargeTable(file: string, rows: number): void {
  const layers = Array.from({ length: rows }, (_, row) => layerOf(Math.floor(row / sweep.length)));
  const tokens = Array.from({ length: rows }, (_, row) => sweep[row % sweep.length] ?? 1);
  const text = (cell: (row: number) => string) =>
    columnOf(
      "text",
      Array.from({ length: rows }, (_, row) => cell(row)),
    );
  const integers = (values: readonly number[]) => columnOf("integer", values);
  const table = {
    name: "moe",
    rows,
    columns: new Map([
      ["framework", text(() => "VLLM")],
      ["version", text(() => "0.24.0")],
      ["device", text(() => "NVIDIA H200")],
      ["op_name", text(() => "moe")],
      ["kernel_source", text((row) => `kernel_${(layers[row]?.dtype ?? "").length}`)],
      ["moe_dtype", text((row) => layers[row]?.dtype ?? "")],
      ["num_tokens", integers(tokens)],
      ["hidden_size", integers(layers.map(({ hidden }) => hidden))],
      ["inter_size", integers(layers.map(({ inter }) => inter))],
      ["topk", integers(layers.map(({ topK }) => topK))],
      ["num_experts", integers(layers.map(({ experts }) => experts))],
      ["moe_tp_size", integers(layers.map(({ tp }) => tp))],
      ["moe_ep_size", integers(layers.map(({ ep }) => ep))],
      ["distribution", text((row) => layers[row]?.distribution ?? "")],
      [
        "latency",
        columnOf(
          "real",
          layers.map((layer, row) => latencyMs(layer, tokens[row] ?? 1) * (row % 1000 === 500 ? 4 : noise(row))),
        ),
      ],
    ]),
  };
  mkdirSync(dirname(file), { recursive: true });
  const publication = { state: "unattested" as const, reasons: [] };
  writeFileSync(file, writeParquet(table, { units: {}, statistic: null, publication, sources: [] }));
}

type Layer = ReturnType<typeof layerOf>;

function layerOf(curve: number) {
  const pick = <Value>(values: readonly [Value, ...Value[]], every: number): Value =>
    values[Math.floor(curve / every) % values.length] ?? values[0];
  return {
    dtype: pick(dtypes, 1),
    distribution: pick(distributions, 4),
    tp: pick([1, 2, 4, 8, 16, 32], 12),
    ep: pick([1, 2, 4, 8], 72),
    topK: pick([1, 2, 4, 6, 8], 288),
    experts: 64 + 64 * Math.floor(curve / 1440),
    hidden: 4096,
    inter: 2048,
  };
}

/** A fixed cost, and the larger of arithmetic and memory traffic. */
function latencyMs({ hidden, inter, experts, topK, tp, ep }: Layer, tokens: number): number {
  const flop = (tokens * topK * hidden * inter * 6) / tp / ep;
  const touched = Math.min(experts / ep, (tokens * topK) / ep);
  const bytes = (touched * hidden * inter * 6) / tp;
  return 0.02 + 1.6e3 * Math.max(flop / 0.9e15, bytes / 4.8e12);
}

/** Half a per cent up or down, the same for a row at each call. */
function noise(row: number): number {
  return 1 + 0.005 * Math.sin(row * 12.9898);
}
