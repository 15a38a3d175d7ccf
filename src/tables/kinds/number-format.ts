/** Which of a device's peaks bounds a layer. */
export type Peak = "bfloat16" | "int8" | "fp8" | "fp4";

/** What a number format of a table means for a layer's work. */
export interface NumberFormat {
  /** Bytes a weight (or an element that is kept), scales of a block not counted. */
  readonly bytes: number;
  /** The arithmetic that multiplies it; weight-only formats are unpacked to bfloat16 first. */
  readonly peak: Peak;
}

// Source: the formats' definitions, and `GEMMQuantMode`, `MoEQuantMode`, `FMHAQuantMode` of aiconfigurator 0.12.0.
const FORMATS: Readonly<Record<string, NumberFormat>> = {
  bfloat16: { bytes: 2, peak: "bfloat16" },
  float16: { bytes: 2, peak: "bfloat16" },
  half: { bytes: 2, peak: "bfloat16" },
  int8: { bytes: 1, peak: "int8" },
  int8_wo: { bytes: 1, peak: "bfloat16" },
  int4_wo: { bytes: 0.5, peak: "bfloat16" },
  sq: { bytes: 1, peak: "int8" },
  fp8: { bytes: 1, peak: "fp8" },
  fp8_static: { bytes: 1, peak: "fp8" },
  fp8_block: { bytes: 1, peak: "fp8" },
  w4afp8: { bytes: 0.5, peak: "fp8" },
  nvfp4: { bytes: 0.5, peak: "fp4" },
  nvfp4_wo: { bytes: 0.5, peak: "bfloat16" },
  w4a16_nvfp4: { bytes: 0.5, peak: "bfloat16" },
  w4a16_mxfp4: { bytes: 0.5, peak: "bfloat16" },
  w4a16_mxfp4_cutlass: { bytes: 0.5, peak: "bfloat16" },
  w4a8_mxfp4_mxfp8: { bytes: 0.5, peak: "fp8" },
  w4a8_mxfp4_mxfp8_trtllm: { bytes: 0.5, peak: "fp8" },
};

/** A number format by its name in a table; `null`: it is not known. */
export function numberFormat(name: string): NumberFormat | null {
  return FORMATS[name] ?? null;
}
