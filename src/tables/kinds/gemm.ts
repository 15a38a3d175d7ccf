import { numberFormat } from "./number-format.js";
import type { LeastWork, RowCells, TableKind } from "./table-kind.js";

/** Matrix products: [m, k] activations by [n, k] weights. */
export const gemmKind: TableKind = {
  name: "gemm",
  family: "gemm",
  key: [
    { name: "gemm_dtype", type: "text" },
    { name: "m", type: "integer" },
    { name: "n", type: "integer" },
    { name: "k", type: "integer" },
  ],
  dtype: "gemm_dtype",
  axes: ["m"],
  latencyUnit: "ms",
  leastWork,
};

/** 2mnk operations; weights and activations in, bfloat16 out. */
function leastWork({ number, text }: RowCells): LeastWork | null {
  const format = numberFormat(text("gemm_dtype"));
  if (!format) return null;
  const [m, n, k] = [number("m"), number("n"), number("k")];
  return { flop: 2 * m * n * k, bytes: (m * k + n * k) * format.bytes + 2 * m * n, peak: format.peak };
}
