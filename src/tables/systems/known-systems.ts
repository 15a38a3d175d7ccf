import type { System } from "./system.js";

const TERA = 1e12;
const MIB = 2 ** 20;
const GIB = 2 ** 30;

/**
 * Dense peaks of common devices, by what their driver calls them. Source: NVIDIA's data sheets (H100 SXM, H200 SXM,
 * B200, A100 SXM 80 GB, L40S).
 */
const KNOWN: Readonly<Record<string, System>> = {
  "NVIDIA H100 80GB HBM3": hopper("h100_sxm", 3.35, 80),
  "NVIDIA H200": hopper("h200_sxm", 4.8, 141),
  "NVIDIA B200": {
    name: "b200_sxm",
    flopPerSecond: { bfloat16: 2250 * TERA, int8: 4500 * TERA, fp8: 4500 * TERA, fp4: 9000 * TERA },
    bytesPerSecond: 8 * TERA,
    cacheBytes: 126 * MIB,
    memoryBytes: 180 * GIB,
  },
  "NVIDIA A100-SXM4-80GB": {
    name: "a100_sxm",
    flopPerSecond: { bfloat16: 312 * TERA, int8: 624 * TERA },
    bytesPerSecond: 2.039 * TERA,
    cacheBytes: 40 * MIB,
    memoryBytes: 80 * GIB,
  },
  "NVIDIA L40S": {
    name: "l40s",
    flopPerSecond: { bfloat16: 362 * TERA, int8: 733 * TERA, fp8: 733 * TERA },
    bytesPerSecond: 0.864 * TERA,
    cacheBytes: 96 * MIB,
    memoryBytes: 48 * GIB,
  },
};

function hopper(name: string, terabytesPerSecond: number, gib: number): System {
  return {
    name,
    flopPerSecond: { bfloat16: 989 * TERA, int8: 1979 * TERA, fp8: 1979 * TERA },
    bytesPerSecond: terabytesPerSecond * TERA,
    cacheBytes: 50 * MIB,
    memoryBytes: gib * GIB,
  };
}

/** The device of that name; `null`: its peaks are not known here. */
export function knownSystem(device: string): System | null {
  return KNOWN[device] ?? null;
}
