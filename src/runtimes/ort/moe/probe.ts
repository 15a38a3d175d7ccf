import { LayerSession } from "../layer-session.js";
import { encodeModel, type Initializer, inlineInitializer } from "../onnx-model.js";
import { type NamedTensors, float32Tensor } from "../tensors.js";
import { moeModel } from "./graph.js";
import type { MoeLayer } from "./layer.js";
import { QUANT_BLOCK } from "./weight-tensors.js";

/** Width of the probe's experts: the least that two 4-bit weights fill. */
const PROBE_INTER = 2;

/**
 * Reads back which experts a layer sends tokens to. It is a layer with the same operator, experts, top-k and routing
 * inputs as the measured one, whose weights are zero and whose expert e adds its weight to output e alone.
 */
export class RoutingProbe {
  readonly #session: LayerSession;
  readonly #layer: MoeLayer;
  readonly #hidden: number;

  private constructor(session: LayerSession, layer: MoeLayer, hidden: number) {
    this.#session = session;
    this.#layer = layer;
    this.#hidden = hidden;
  }

  static async open(layer: MoeLayer, threads: number): Promise<RoutingProbe> {
    const hidden = Math.ceil(layer.localExperts / QUANT_BLOCK) * QUANT_BLOCK;
    const model = encodeModel(moeModel({ ...layer, hidden }, probeWeights(layer, hidden)));
    return new RoutingProbe(await LayerSession.open(model, { threads, unpacked: true }), layer, hidden);
  }

  /** Tokens that each local expert gets under these routing inputs. */
  async achievedTokens(feeds: NamedTensors, tokens: number): Promise<number[]> {
    const output = new Float32Array(tokens * this.#hidden);
    const dims = [tokens, this.#hidden];
    const x = await float32Tensor(new Float32Array(tokens * this.#hidden), dims);
    await this.#session.run({ ...feeds, x }, { y: await float32Tensor(output, dims) });
    const counts = Array.from<number>({ length: this.#layer.localExperts }).fill(0);
    for (const [place, weight] of output.entries()) {
      const expert = place % this.#hidden;
      if (weight !== 0) counts[expert] = (counts[expert] ?? 0) + 1;
    }
    return counts;
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}

function probeWeights({ op, localExperts }: MoeLayer, hidden: number): Initializer[] {
  const rows = 2 * PROBE_INTER;
  const biases = [
    zeros("fc1_bias", [localExperts, rows]),
    inlineInitializer("fc2_bias", [localExperts, hidden], oneHotRows(localExperts, hidden)),
  ];
  if (op === "MoE") {
    return [zeros("fc1", [localExperts, rows, hidden]), zeros("fc2", [localExperts, hidden, PROBE_INTER]), ...biases];
  }
  // A scale of zero makes a weight of zero out of any nibble.
  return [
    packedZeros("fc1", [localExperts, rows, hidden / 2]),
    zeros("fc1_scales", [localExperts, rows, hidden / QUANT_BLOCK]),
    packedZeros("fc2", [localExperts, hidden, PROBE_INTER / 2]),
    zeros("fc2_scales", [localExperts, hidden, 1]),
    ...biases,
  ];
}

function oneHotRows(rows: number, columns: number): Float32Array {
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) values[row * columns + row] = 1;
  return values;
}

function zeros(name: string, dims: readonly number[]): Initializer {
  return inlineInitializer(name, dims, new Float32Array(size(dims)));
}

function packedZeros(name: string, dims: readonly number[]): Initializer {
  return inlineInitializer(name, dims, new Uint8Array(size(dims)));
}

function size(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}
