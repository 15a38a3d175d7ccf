import type { WorkerState } from "../../ledger/fold.js";
import type { LayerCase } from "../../ops/layer-case.js";
import { elementBytes } from "../../ops/moe/dtype.js";
import type { MeasuredPoint } from "../../protocol/facts.js";
import { numberFormat } from "../../tables/kinds/number-format.js";
import { knownSystem } from "../../tables/systems/known-systems.js";

/** What the device of a case can do at most, for the arithmetic of its dtype. */
export interface ReportPeaks {
  /** The device's model. */
  readonly device: string;
  readonly flopPerSecond: number;
  readonly bytesPerSecond: number;
  /** Bytes that fit into its last-level cache need not come from memory. */
  readonly cacheBytes: number;
}

/** The work that a point's layer cannot do without, on the rank that was measured. */
export type ReportWork = readonly [flop: number, weightBytes: number];

/** What tables call some dtypes. */
const tableNames: Readonly<Record<string, string>> = { bf16: "bfloat16", fp16: "float16" };

/** The peaks of a worker's device; `null`: they are not known, and nothing is guessed. */
export function peaksOf(layer: LayerCase, worker: WorkerState | undefined): ReportPeaks | null {
  if (layer.op !== "moe") return null;
  const model = worker?.record.facts["model"];
  const system = typeof model === "string" ? knownSystem(model) : null;
  const arithmetic = numberFormat(tableNames[layer.dtype] ?? layer.dtype)?.peak;
  const flopPerSecond = arithmetic && system?.flopPerSecond[arithmetic];
  if (system === null || typeof model !== "string" || flopPerSecond === undefined) return null;
  return { device: model, flopPerSecond, bytesPerSecond: system.bytesPerSecond, cacheBytes: system.cacheBytes };
}

/**
 * The least work of any draw of a point: two operations a multiply-add for each pair of a token and a local expert, and
 * the weights of the experts that got tokens, once. `null`: the routing was not read back, or the dtype's size is not known.
 */
export function workOf(layer: LayerCase, { series }: MeasuredPoint): ReportWork | null {
  if (layer.op !== "moe") return null;
  const weights = ((layer.activation.gated ? 3 : 2) * layer.hidden * layer.inter) / layer.tp;
  const bytes = elementBytes(layer.dtype);
  const draws = series.flatMap(({ achievedTokens }) => (achievedTokens === null ? [] : [achievedTokens]));
  if (bytes === null || draws.length === 0) return null;
  const pairs = Math.min(...draws.map((tokens) => tokens.reduce((sum, count) => sum + count, 0)));
  const touched = Math.min(...draws.map((tokens) => tokens.filter((count) => count > 0).length));
  return [2 * pairs * weights, touched * weights * bytes];
}
