import { arch, availableParallelism, cpus, platform, release, totalmem } from "node:os";
import { PROTOCOL_VERSION, type Report } from "../../protocol/messages.js";
import { measureClock } from "./clock.js";
import { readMemory } from "./memory.js";
import { onnxRuntime } from "./onnx-runtime.js";

/** Loads the native runtime and tells what was found: the answer to `load`. */
export async function loadedReport(device: { readonly name: string; readonly threads: number }): Promise<Report> {
  const { env } = await onnxRuntime();
  return {
    v: PROTOCOL_VERSION,
    kind: "loaded",
    versions: {
      node: process.versions.node,
      v8: process.versions.v8,
      onnxruntime: env.versions.node ?? env.versions.common,
    },
    device: {
      name: device.name,
      kind: "cpu",
      model: cpus()[0]?.model.trim() ?? null,
      cores: availableParallelism(),
      threads: device.threads,
      memoryBytes: totalmem(),
      architecture: arch(),
      system: `${platform()} ${release()}`,
    },
    clock: measureClock(),
    memory: readMemory(),
  };
}
