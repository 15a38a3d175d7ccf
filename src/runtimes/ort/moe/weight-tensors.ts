import type { MoeLayer } from "./layer.js";
import type { SeriesName } from "./weight-values.js";

/** One weight of a layer, and where its values lie: in the file of its series, `offsetBytes` from the start. */
export interface WeightTensor {
  readonly name: WeightName;
  readonly series: Exclude<SeriesName, "activations">;
  readonly dims: readonly number[];
  readonly offsetBytes: number;
  readonly bytes: number;
}

/** fc1 (rows gate, up, gate, up, … of each expert) and fc2, with the biases or the 4-bit scales of either. */
export type WeightName = "fc1" | "fc2" | "fc1_bias" | "fc2_bias" | "fc1_scales" | "fc2_scales";

/** Weights that share a scale in a 4-bit layer. */
export const QUANT_BLOCK = 32;

/** Tensors of a file begin at multiples of this, so that the runtime can map them. */
const ALIGNMENT_BYTES = 4096;

/** The weights of a layer, one after the other in the file of their series. */
export function weightTensors(layer: MoeLayer): WeightTensor[] {
  const { localExperts, inter, hidden } = layer;
  const fc1 = [localExperts, 2 * inter, hidden] as const;
  const fc2 = [localExperts, hidden, inter] as const;
  const matrices =
    layer.op === "MoE" ? [plain("fc1", fc1), plain("fc2", fc2)] : [...quantised("fc1", fc1), ...quantised("fc2", fc2)];
  const biases = layer.bias
    ? [plain("fc1_bias", [localExperts, 2 * inter]), plain("fc2_bias", [localExperts, hidden])]
    : [];
  return placed([...matrices, ...biases]);
}

type Unplaced = Pick<WeightTensor, "name" | "series" | "dims">;
type Matrices = readonly [experts: number, rows: number, columns: number];

function plain(name: WeightName, dims: readonly number[]): Unplaced {
  return { name, series: "weights", dims };
}

function quantised(name: "fc1" | "fc2", [experts, rows, columns]: Matrices): Unplaced[] {
  return [
    { name, series: "nibbles", dims: [experts, rows, columns / 2] },
    { name: `${name}_scales`, series: "scales", dims: [experts, rows, Math.ceil(columns / QUANT_BLOCK)] },
  ];
}

function placed(tensors: readonly Unplaced[]): WeightTensor[] {
  const ends = new Map<string, number>();
  return tensors.map((tensor) => {
    const bytes = tensor.dims.reduce((product, dim) => product * dim, tensor.series === "nibbles" ? 1 : 4);
    const offsetBytes = Math.ceil((ends.get(tensor.series) ?? 0) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    ends.set(tensor.series, offsetBytes + bytes);
    return { ...tensor, offsetBytes, bytes };
  });
}
