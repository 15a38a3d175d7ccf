import type { MoeLayer } from "./layer.js";
import { QUANT_BLOCK, type WeightName, type WeightTensor, weightTensors } from "./weight-tensors.js";
import { fillValues } from "./weight-values.js";

type Matrix = "fc1" | "fc2";

const BLOCK_BYTES = QUANT_BLOCK / 2;

/**
 * The rows of a layer's matrices, as the value series give them; of 4-bit matrices, the dequantised ones. One row is
 * held at a time, in buffers that are used again: a reference pass that littered would have V8 collect for it later.
 */
export class WeightRows {
  readonly #quantised: boolean;
  readonly #tensors: ReadonlyMap<WeightName, WeightTensor>;
  readonly #packed: Uint8Array;
  readonly #scales: Float32Array;
  readonly #row: Float32Array;
  readonly #bias = new Float32Array(1);

  constructor(layer: MoeLayer) {
    const widest = Math.max(layer.hidden, layer.inter);
    this.#quantised = layer.op === "QMoE";
    this.#tensors = new Map(weightTensors(layer).map((tensor) => [tensor.name, tensor]));
    this.#packed = new Uint8Array(widest / 2);
    this.#scales = new Float32Array(Math.ceil(widest / QUANT_BLOCK));
    this.#row = new Float32Array(widest);
  }

  /** Rows of one expert's matrix. */
  rowCount(matrix: Matrix): number {
    return this.#tensor(matrix).dims[1] ?? 0;
  }

  /** An expert's row; valid until the next one is asked for. */
  row(matrix: Matrix, expert: number, row: number): Float32Array {
    const { dims, offsetBytes } = this.#tensor(matrix);
    const [, rows = 0, columns = 0] = dims;
    const index = expert * rows + row;
    if (this.#quantised)
      return this.#dequantised(matrix, { index, bytes: columns, start: offsetBytes + index * columns });
    return this.#floats(this.#row.subarray(0, columns), this.#tensor(matrix), index);
  }

  /** The bias of an expert's row; 0 where the layer has none. */
  bias(matrix: Matrix, expert: number, row: number): number {
    const tensor = this.#tensors.get(`${matrix}_bias`);
    if (!tensor) return 0;
    return this.#floats(this.#bias, tensor, expert * (tensor.dims[1] ?? 0) + row)[0] ?? 0;
  }

  /** scale · (nibble − 8); the even column of a byte lies in its low half. */
  #dequantised(
    matrix: Matrix,
    at: { readonly index: number; readonly bytes: number; readonly start: number },
  ): Float32Array {
    const packed = this.#packed.subarray(0, at.bytes);
    fillValues(packed, "nibbles", at.start);
    const row = this.#row.subarray(0, 2 * at.bytes);
    const scales = this.#scales.subarray(0, Math.ceil(row.length / QUANT_BLOCK));
    this.#floats(scales, this.#tensor(`${matrix}_scales`), at.index);
    for (let block = 0; block < scales.length; block += 1) {
      dequantise(packed, row, { scale: scales[block] ?? 0, from: block * BLOCK_BYTES, to: (block + 1) * BLOCK_BYTES });
    }
    return row;
  }

  /** Fills `target` with the `index`-th run of its length in an fp32 tensor. */
  #floats(target: Float32Array, { series, offsetBytes }: WeightTensor, index: number): Float32Array {
    fillValues(target, series, offsetBytes / target.BYTES_PER_ELEMENT + index * target.length);
    return target;
  }

  #tensor(name: WeightName): WeightTensor {
    const tensor = this.#tensors.get(name);
    if (!tensor) throw new Error(`the layer has no weight ${name}`);
    return tensor;
  }
}

function dequantise(
  packed: Uint8Array,
  row: Float32Array,
  { scale, from, to }: { readonly scale: number; readonly from: number; readonly to: number },
): void {
  const end = Math.min(to, packed.length);
  for (let byte = from; byte < end; byte += 1) {
    const nibbles = packed[byte] ?? 0;
    row[2 * byte] = scale * ((nibbles & 15) - 8);
    row[2 * byte + 1] = scale * ((nibbles >> 4) - 8);
  }
}
