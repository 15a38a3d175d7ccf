import type { MoeCase } from "./case.js";
import { elementBytes } from "./dtype.js";

type Layer = Pick<MoeCase, "hidden" | "inter" | "experts" | "topK" | "tp" | "ep" | "activation" | "dtype">;

/**
 * Floating-point operations of one rank for `tokens` tokens (the layer's global count), 2 a multiply-add:
 * ⌊⌊tokens · topK · hidden · inter · matrices · 2 / ep⌋ / tp⌋, where gated experts have 3 matrices and plain ones 2.
 * Source: the MoE roofline of aiconfigurator 0.12.0 (`operations.MoE`).
 */
export function moeFlop(layer: Layer, tokens: number): number {
  const whole = tokens * layer.topK * layer.hidden * layer.inter * matrices(layer) * 2;
  return Math.floor(Math.floor(whole / layer.ep) / layer.tp);
}

/**
 * Bytes that one rank moves for `tokens` tokens: input and output of its pairs, what lies between the matrices, and the
 * weights of the experts that can be touched. Source: as `moeFlop`.
 * @throws RangeError for a dtype whose size is not known.
 */
export function moeBytes(layer: Layer, tokens: number): number {
  const { hidden, inter, experts, topK, tp, ep } = layer;
  const pairs = Math.floor((tokens * topK) / ep);
  const between = Math.floor((pairs * inter * matrices(layer)) / tp);
  const expertWeights = Math.floor((hidden * inter * matrices(layer)) / tp);
  const touched = Math.min(Math.floor(experts / ep), pairs);
  return (pairs * 2 * hidden + between + expertWeights * touched) * bytesPerElement(layer);
}

/**
 * Bytes of the weights of one rank: experts / ep experts, each cut to 1 / tp of its width, with their biases. Router,
 * shared experts and the scales that a runtime adds to 4-bit weights are not in it.
 * @throws RangeError for a dtype whose size is not known.
 */
export function weightBytesPerRank(layer: Layer): number {
  const { hidden, inter, experts, tp, ep, activation } = layer;
  const width = inter / tp;
  const biases = activation.bias ? (matrices(layer) - 1) * width + hidden : 0;
  return (experts / ep) * (matrices(layer) * hidden * width + biases) * bytesPerElement(layer);
}

function matrices({ activation }: Layer): number {
  return activation.gated ? 3 : 2;
}

function bytesPerElement({ dtype }: Layer): number {
  const bytes = elementBytes(dtype);
  if (bytes === null) throw new RangeError(`dtype ${dtype} has no known size`);
  return bytes;
}
