import type * as Ort from "onnxruntime-node";

export type OnnxRuntime = typeof Ort;

let loading: Promise<OnnxRuntime> | null = null;

/** The native runtime; imported when it is first asked for, so that a worker can describe itself without it. */
export function onnxRuntime(): Promise<OnnxRuntime> {
  loading ??= import("onnxruntime-node");
  return loading;
}
