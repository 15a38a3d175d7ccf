import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LayerSession } from "../layer-session.js";
import { encodeModel, externalInitializer, type Initializer, type Model } from "../onnx-model.js";
import type { MoeLayer } from "./layer.js";
import { ensureWeightFiles, weightFileName } from "./weight-files.js";
import { type WeightTensor, weightTensors } from "./weight-tensors.js";

let filesMade = 0;

/**
 * Opens a layer's model from the scratch folder, where its weights lie in shared files; it records its kernels. The
 * model file itself is gone when this returns.
 */
export async function openLayerModel(
  layer: MoeLayer,
  toModel: (layer: MoeLayer, weights: readonly Initializer[]) => Model,
  { scratchDir, threads }: { readonly scratchDir: string; readonly threads: number },
): Promise<LayerSession> {
  const tensors = weightTensors(layer);
  ensureWeightFiles(scratchDir, tensors);
  filesMade += 1;
  const stem = join(scratchDir, `layer-${process.pid}-${filesMade}`);
  const file = `${stem}.onnx`;
  try {
    writeFileSync(file, encodeModel(toModel(layer, tensors.map(weightInitializer))));
    // Packing would unpack each 4-bit weight into a byte of its own, and make every pass slower.
    const unpacked = layer.op === "QMoE";
    return await LayerSession.open(file, { threads, unpacked, profilePrefix: `${stem}-kernels` });
  } finally {
    rmSync(file, { force: true });
  }
}

function weightInitializer({ name, series, dims, offsetBytes, bytes }: WeightTensor): Initializer {
  const element = series === "nibbles" ? "uint8" : "float32";
  return externalInitializer(name, element, dims, { file: weightFileName(series), offsetBytes, bytes });
}
