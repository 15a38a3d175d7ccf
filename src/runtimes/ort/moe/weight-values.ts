import { uniformStream } from "../../../ops/moe/workload/random.js";

/**
 * The kinds of numbers that layers are made of: fp32 weights and biases; bytes of two 4-bit weights each; the positive
 * fp32 scales of these; a layer's fp32 inputs. Each is one endless series, the same on every machine.
 */
export type SeriesName = "weights" | "nibbles" | "scales" | "activations";

/** A series is a block of this many values over and over: a prime, so that no row or expert of a layer is another's. */
const PERIOD = 1_048_573;
/** fp32 weights lie in ±0.05: outputs are of the inputs' size whatever the width, and far from fp32's limits. */
const WEIGHT_RANGE = 0.1;
const SCALE_LEAST = 0.004;
const SCALE_RANGE = 0.004;

const blocks = new Map<SeriesName, Float32Array | Uint8Array>();

/** The values with which a series begins and goes on: a `Uint8Array` for `nibbles`, a `Float32Array` for the others. */
export function valueBlock(name: SeriesName): Float32Array | Uint8Array {
  const known = blocks.get(name);
  if (known) return known;
  const block = makeBlock(name);
  blocks.set(name, block);
  return block;
}

/** Fills `target` with the values of a series from its `start`-th on. */
export function fillValues(target: Float32Array | Uint8Array, name: SeriesName, start = 0): void {
  const block = valueBlock(name);
  for (let filled = 0; filled < target.length;) {
    const from = (start + filled) % block.length;
    const part = block.subarray(from, from + target.length - filled);
    target.set(part, filled);
    filled += part.length;
  }
}

function makeBlock(name: SeriesName): Float32Array | Uint8Array {
  switch (name) {
    case "weights":
      return floats(1, (uniform) => (uniform - 0.5) * WEIGHT_RANGE);
    case "nibbles":
      return Uint8Array.from(floats(2, (uniform) => Math.floor(uniform * 256)));
    case "scales":
      return floats(3, (uniform) => SCALE_LEAST + uniform * SCALE_RANGE);
    case "activations":
      return floats(4, (uniform) => 2 * uniform - 1);
  }
}

function floats(seed: number, value: (uniform: number) => number): Float32Array {
  const next = uniformStream(seed, 0);
  const block = new Float32Array(PERIOD);
  for (let index = 0; index < PERIOD; index++) block[index] = value(next());
  return block;
}
