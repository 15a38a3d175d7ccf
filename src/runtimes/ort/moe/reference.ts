import type { MoeLayer, Swiglu } from "./layer.js";
import type { Pair } from "./routed-tokens.js";
import { WeightRows } from "./weight-rows.js";

/**
 * The output of rank 0's layer in plain arithmetic, without the runtime: [tokens · hidden]. Each pair of a token and a
 * local expert adds weight · fc2 · swiglu(fc1 · x), or fc2 · swiglu(fc1 · (weight · x)) where inputs are weighted.
 * Sums are in double precision.
 *
 * @param x [tokens · hidden]
 */
export function referenceOutput(layer: MoeLayer, x: Float32Array, pairs: readonly Pair[]): Float32Array {
  const { hidden, weightOn } = layer;
  const rowOf = (matrix: Float32Array | Float64Array, token: number) =>
    matrix.subarray(token * hidden, (token + 1) * hidden);
  const output = new Float64Array(x.length);
  const weights = new WeightRows(layer);
  for (const expert of new Set(pairs.map((pair) => pair.expert))) {
    const visits = pairs.filter((pair) => pair.expert === expert);
    const inputs = visits.map(({ token, weight }) => scaled(rowOf(x, token), weightOn === "input" ? weight : 1));
    const inner = multiply(weights, "fc1", expert, inputs).map((products) => swigluOf(layer.swiglu, products));
    for (const [index, products] of multiply(weights, "fc2", expert, inner).entries()) {
      const { token, weight } = visits[index] ?? { token: 0, weight: 0 };
      add(rowOf(output, token), scaled(products, weightOn === "output" ? weight : 1));
    }
  }
  return Float32Array.from(output);
}

/** An expert's matrix times each of some vectors, its bias added: one vector of the matrix's rows each. */
function multiply(
  weights: WeightRows,
  matrix: "fc1" | "fc2",
  expert: number,
  vectors: readonly Float64Array[],
): Float64Array[] {
  const rows = weights.rowCount(matrix);
  const products = vectors.map(() => new Float64Array(rows));
  for (let row = 0; row < rows; row++) {
    const values = weights.row(matrix, expert, row);
    const bias = weights.bias(matrix, expert, row);
    for (let index = 0; index < vectors.length; index++) {
      const vector = vectors[index];
      const product = products[index];
      if (vector && product) product[row] = bias + dot(values, vector);
    }
  }
  return products;
}

/** gate · sigmoid(alpha · gate) · (up + beta) of gates and ups that take turns. */
function swigluOf({ alpha, beta, limit }: Swiglu, gatesAndUps: Float64Array): Float64Array {
  const bound = limit ?? Infinity;
  return Float64Array.from({ length: gatesAndUps.length / 2 }, (_, index) => {
    const gate = Math.min(gatesAndUps[2 * index] ?? 0, bound);
    const up = Math.max(-bound, Math.min(gatesAndUps[2 * index + 1] ?? 0, bound));
    return (gate / (1 + Math.exp(-alpha * gate))) * (up + beta);
  });
}

function scaled(vector: Float32Array | Float64Array, factor: number): Float64Array {
  return Float64Array.from(vector, (value) => value * factor);
}

function add(target: Float32Array | Float64Array, vector: Float64Array): void {
  for (const [index, value] of vector.entries()) target[index] = (target[index] ?? 0) + value;
}

/** Four sums side by side: one chain of additions would wait for itself. */
function dot(row: Float32Array, vector: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let index = 0; index < row.length; index += 4) {
    a += (row[index] ?? 0) * (vector[index] ?? 0);
    b += (row[index + 1] ?? 0) * (vector[index + 1] ?? 0);
    c += (row[index + 2] ?? 0) * (vector[index + 2] ?? 0);
    d += (row[index + 3] ?? 0) * (vector[index + 3] ?? 0);
  }
  return a + b + c + d;
}
