import { parse } from "yaml";
import { z } from "zod";
import type { Peak } from "../kinds/number-format.js";

/** What a device can do at most. */
export interface System {
  readonly name: string;
  /** Floating-point operations a second, by arithmetic; one that the device does not have is left out. */
  readonly flopPerSecond: Readonly<Partial<Record<Peak, number>>>;
  readonly bytesPerSecond: number;
  /** Bytes of its last-level cache: work that fits need not come from memory. */
  readonly cacheBytes: number;
  /** `null`: not known. */
  readonly memoryBytes: number | null;
}

const fileSchema = z.looseObject({
  gpu: z.looseObject({
    mem_bw: z.number().positive(),
    mem_capacity: z.number().positive().optional(),
    bfloat16_tc_flops: z.number().positive().optional(),
    int8_tc_flops: z.number().positive().optional(),
    fp8_tc_flops: z.number().positive().optional(),
    fp4_tc_flops: z.number().positive().optional(),
    sm_version: z.number().optional(),
  }),
});

/** The largest last-level cache of a generation of GPUs, by its architecture. Source: NVIDIA's architecture papers. */
const CACHE_MIB: Readonly<Record<number, number>> = { 80: 40, 86: 6, 89: 96, 90: 50, 100: 126, 103: 126, 120: 128 };
/** Where the architecture is not known: larger than any GPU's. */
const UNKNOWN_CACHE_MIB = 256;

/** Reads a system file of aiconfigurator; `null`: it is none. */
export function readSystem(text: string, name: string): System | null {
  const file = fileSchema.safeParse(parseYaml(text));
  if (!file.success) return null;
  const { gpu } = file.data;
  const peaks = {
    bfloat16: gpu.bfloat16_tc_flops,
    int8: gpu.int8_tc_flops,
    fp8: gpu.fp8_tc_flops,
    fp4: gpu.fp4_tc_flops,
  };
  const known = Object.entries(peaks).filter((peak): peak is [Peak, number] => peak[1] !== undefined);
  const cacheMib = (gpu.sm_version === undefined ? undefined : CACHE_MIB[gpu.sm_version]) ?? UNKNOWN_CACHE_MIB;
  return {
    name,
    flopPerSecond: Object.fromEntries(known),
    bytesPerSecond: gpu.mem_bw,
    cacheBytes: cacheMib * 2 ** 20,
    memoryBytes: gpu.mem_capacity ?? null,
  };
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
