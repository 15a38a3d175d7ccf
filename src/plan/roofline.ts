import type { Coordinates } from "../identity/keys.js";
import type { LayerCase } from "../ops/layer-case.js";
import type { MoeCase } from "../ops/moe/case.js";
import { moeBytes, moeFlop } from "../ops/moe/cost.js";

/** What one core is assumed to do when it runs layers of one dtype. */
export interface CoreSpeed {
  readonly flopPerSecond: number;
  readonly bytesPerSecond: number;
}

/**
 * The `ort` runtime on one CPU core, by dtype; 4-bit weights are unpacked as they are read, which is what bounds them.
 * Source: 42 points of campaigns/quickstart.yaml on two cores of an AMD EPYC (Zen 3) with onnxruntime 1.30.0; half of
 * them lie within a factor of 1.6 of the time that these give, nine in ten within `ROOFLINE_FACTOR`.
 */
const ORT_CORE: Readonly<Record<string, CoreSpeed>> = {
  fp32: { flopPerSecond: 3.5e10, bytesPerSecond: 4.5e9 },
  int4: { flopPerSecond: 4.5e9, bytesPerSecond: 1.4e8 },
};

/** An expected time may be off by this factor, either way, where nothing was measured before. */
export const ROOFLINE_FACTOR = 3;

/** The speeds that are assumed for a case; `null`: nothing is known of its runtime and dtype. */
export function coreSpeed({ runtime, dtype }: Pick<MoeCase, "runtime" | "dtype">): CoreSpeed | null {
  return runtime === "ort" ? (ORT_CORE[dtype] ?? null) : null;
}

/**
 * Seconds of one run of a layer at a point, on `cores` cores: the longer of its arithmetic and its memory traffic.
 * Source of the form: the roofline model (Williams, Waterman and Patterson, 2009); of FLOP and bytes: `ops/moe/cost`.
 */
export function rooflineSeconds(layer: LayerCase, { tokens = 1 }: Coordinates, cores: number): number | null {
  if (layer.op !== "moe") return null;
  const speed = coreSpeed(layer);
  if (speed === null) return null;
  // Rank 0 is the busiest: it has a pair as soon as there is one, and a rank's even share of few tokens is none.
  const atLeast = Math.max(tokens, Math.ceil(layer.ep / layer.topK));
  const flopSeconds = moeFlop(layer, atLeast) / speed.flopPerSecond;
  const bytesSeconds = moeBytes(layer, atLeast) / speed.bytesPerSecond;
  return Math.max(flopSeconds, bytesSeconds) / cores;
}
