/** What aiconfigurator can name. Source: `BackendName` and the quant modes of version 0.12.0. */
export const aicBackends: readonly string[] = ["trtllm", "sglang", "vllm"];

const GEMM = [
  "bfloat16",
  "int8_wo",
  "int4_wo",
  "fp8",
  "fp8_static",
  "sq",
  "fp8_block",
  "fp8_ootb",
  "nvfp4",
  "nvfp4_wo",
  "w4a16_nvfp4",
];
const MOE = [
  "bfloat16",
  "fp8",
  "int4_wo",
  "fp8_block",
  "w4afp8",
  "nvfp4",
  "nvfp4_wo",
  "w4a16_mxfp4",
  "w4a8_mxfp4_mxfp8",
  "w4a8_mxfp4_mxfp8_trtllm",
  "w4a16_mxfp4_cutlass",
  "w4a16_nvfp4",
];
const COMM = ["half", "int8", "fp8"];

/** Number formats that aiconfigurator knows, by the column that holds them. */
export const aicFormats: Readonly<Record<string, readonly string[]>> = {
  moe_dtype: MOE,
  gemm_dtype: GEMM,
  attn_dtype: ["bfloat16", "float16", "fp8", "fp8_block"],
  kv_cache_dtype: ["bfloat16", "int8", "fp8"],
  nccl_dtype: COMM,
  allreduce_dtype: [...COMM, "bfloat16"],
};

/** Other words for the same thing; taking one for the other changes nothing that was measured. */
const SYNONYMS: Readonly<Record<string, string>> = {
  bf16: "bfloat16",
  fp16: "float16",
  tensorrt_llm: "trtllm",
  "tensorrt-llm": "trtllm",
};

/** The word that aiconfigurator has for a number format or a backend. */
export function aicWord(word: string): string {
  return SYNONYMS[word] ?? word;
}
