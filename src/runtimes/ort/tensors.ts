import type { Tensor } from "onnxruntime-node";
import { onnxRuntime } from "./onnx-runtime.js";

/** Inputs or outputs of a session, by name. */
export type NamedTensors = Readonly<Record<string, Tensor>>;

/** A tensor over the values themselves, not a copy of them. */
export async function float32Tensor(data: Float32Array, dims: readonly number[]): Promise<Tensor> {
  const { Tensor } = await onnxRuntime();
  return new Tensor("float32", data, dims);
}

/** The one output of a pass that is asked for no more than to be done. */
export async function doneOutput(): Promise<NamedTensors> {
  const { Tensor } = await onnxRuntime();
  return { done: new Tensor("int64", new BigInt64Array(2), [2]) };
}

/** Inputs as tensors; 64-bit integers are `int64`, floats `float32`. */
export async function feedTensors(
  feeds: Readonly<Record<string, { readonly data: Float32Array | BigInt64Array; readonly dims: readonly number[] }>>,
): Promise<NamedTensors> {
  const { Tensor } = await onnxRuntime();
  const tensors = Object.entries(feeds).map(([name, { data, dims }]) => {
    const tensor = data instanceof Float32Array ? new Tensor("float32", data, dims) : new Tensor("int64", data, dims);
    return [name, tensor] as const;
  });
  return Object.fromEntries(tensors);
}
