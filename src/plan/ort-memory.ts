import type { LayerCase } from "../ops/layer-case.js";
import { localLayer } from "../runtimes/ort/moe/layer.js";
import { weightTensors } from "../runtimes/ort/moe/weight-tensors.js";

/** What the embedded runtime needs for a layer's weights. */
export interface OrtMemory {
  /** All of one rank's weights, with their biases and the scales of 4-bit ones. */
  readonly bytes: number;
  /** Length of each file of the campaign's scratch folder from which they are mapped, by the series of its values. */
  readonly scratch: ReadonlyMap<string, number>;
}

/** Memory of a case that the embedded runtime's own `moe` callback builds; `null` for what other callbacks build. */
export function ortMemory(layer: LayerCase): OrtMemory | null {
  if (layer.op !== "moe" || layer.runtime !== "ort" || layer.callback !== "moe") return null;
  const scratch = new Map<string, number>();
  let total = 0;
  for (const { series, offsetBytes, bytes } of weightTensors(localLayer(layer))) {
    scratch.set(series, Math.max(scratch.get(series) ?? 0, offsetBytes + bytes));
    total += bytes;
  }
  return { bytes: total, scratch };
}
