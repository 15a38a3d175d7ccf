import type { MoeCase } from "./case.js";
import { elementBytes } from "./dtype.js";
import { faults, type Fault } from "./fault.js";
import { groupRules } from "./groups.js";

/** A serving engine, or our embedded runtime, whose rules decide which layers it can build. */
export type Backend = "vllm" | "trtllm" | "sglang" | "ort";

/** Where the backend runs; a rule may hold on one alone. */
export type DeviceKind = "cpu" | "gpu";

type Layer = Omit<MoeCase, "op" | "runtime" | "callback" | "workload">;

/** Every rule of the backend that the layer breaks, in a fixed order; empty: it can be built. */
export function moeFaults(layer: Layer, backend: Backend, device: DeviceKind): Fault[] {
  return [...shapeFaults(layer), ...dtypeFaults(layer), ...BACKEND_FAULTS[backend](layer, device)];
}

const BACKEND_FAULTS: Readonly<Record<Backend, (layer: Layer, device: DeviceKind) => Fault[]>> = {
  vllm: vllmFaults,
  ort: ortFaults,
  // Both have tp and ep together, with no rule beyond those of the shape.
  trtllm: () => [],
  sglang: () => [],
};

function shapeFaults({ experts, topK, inter, tp, ep, routing }: Layer): Fault[] {
  return faults([
    ["top-k within experts", topK > experts, `top-k ${topK} of ${experts} experts`],
    ["ep within experts", ep > experts, `ep ${ep} of ${experts} experts: a rank would hold none`],
    ["ep divides experts", ep <= experts && experts % ep !== 0, `EP ${ep} of ${experts} experts: no equal shares`],
    ["tp divides width", inter % tp !== 0, `tp ${tp} of width ${inter}: no equal shares`],
    [
      "top-1 for input weights",
      routing.weightOn === "input" && topK !== 1,
      `top-k ${topK} with the weight on the expert's input, which is defined for top-1 alone`,
    ],
    ...groupRules({ experts, topK, groups: routing.groups }),
  ]);
}

function dtypeFaults({ dtype }: Layer): Fault[] {
  return faults([["known dtype", elementBytes(dtype) === null, `dtype ${dtype} is not known`]]);
}

function vllmFaults({ tp, ep, activation }: Layer, device: DeviceKind): Fault[] {
  return faults([
    [
      "vllm: tp or ep",
      tp > 1 && ep > 1,
      `tp ${tp} with ep ${ep}: vLLM turns its TP ranks into EP ranks and never has both`,
    ],
    [
      "vllm on a CPU: no ep",
      device === "cpu" && ep > 1,
      `ep ${ep}: vLLM's CPU experts ignore the expert map, and their numbers are garbage`,
    ],
    [
      "vllm on a CPU: gated",
      device === "cpu" && !activation.gated,
      "experts without a gate: vLLM builds them on GPUs alone",
    ],
  ]);
}

const ORT_DTYPES: readonly string[] = ["fp32", "int4"];

function ortFaults({ dtype, activation, hidden, inter, tp }: Layer): Fault[] {
  const { function: name, gated } = activation;
  const unsupported = "unsupported by runtime ort";
  return faults([
    [
      "ort: dtype",
      !ORT_DTYPES.includes(dtype),
      `${unsupported}: dtype ${dtype}; its MoE operators are fp32 and int4 on a CPU`,
    ],
    [
      "ort: activation",
      name !== "silu" && name !== "swigluoai",
      `${unsupported}: activation ${name}${gated ? " with a gate" : ""}; its gated experts compute silu or swigluoai`,
    ],
    ["ort: gated", !gated, `${unsupported}: experts without a gate (two matrices)`],
    [
      "ort: int4 sizes",
      dtype === "int4" && (hidden % 2 !== 0 || (inter / tp) % 2 === 1),
      `${unsupported}: int4 with hidden ${hidden} and width ${inter / tp} a rank; two weights share a byte`,
    ],
  ]);
}
