// Bytes a weight, scales of a block counted where the format itself has them. Source: the formats' definitions (OCP
// microscaling: one 8-bit scale for 32 elements; NVFP4: one for 16).
const ELEMENT_BYTES: ReadonlyMap<string, number> = new Map([
  ["fp32", 4],
  ["bf16", 2],
  ["bfloat16", 2],
  ["fp16", 2],
  ["float16", 2],
  ["fp8", 1],
  ["fp8_block", 1],
  ["int8", 1],
  ["int4", 0.5],
  ["int4_wo", 0.5],
  ["w4a16", 0.5],
  ["mxfp4", 17 / 32],
  ["nvfp4", 9 / 16],
]);

/** Bytes of one weight in a dtype; `null`: the dtype is not known. */
export function elementBytes(dtype: string): number | null {
  return ELEMENT_BYTES.get(dtype) ?? null;
}
