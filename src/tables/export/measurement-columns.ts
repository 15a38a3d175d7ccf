import type { PublishedPoint } from "../../ledger/published-points.js";
import { canonicalJson } from "../../identity/canonical-json.js";
import type { Cell, ColumnType } from "../column.js";
import { achievedBalance } from "./achieved-balance.js";

/** A column that Assay adds to a table: how a point was measured, and what came out. */
export interface MeasurementColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** `null`: it has none. */
  readonly unit: string | null;
  readonly cell: (point: PublishedPoint) => Cell;
}

/** All of them, in the order in which they stand behind `latency`. */
export const measurementColumns: readonly MeasurementColumn[] = [
  { name: "samples", type: "integer", unit: "1", cell: ({ statistics }) => statistics.n },
  { name: "min_ms", type: "real", unit: "ms", cell: ({ statistics }) => statistics.minMs },
  { name: "median_ms", type: "real", unit: "ms", cell: ({ statistics }) => statistics.medianMs },
  { name: "mean_ms", type: "real", unit: "ms", cell: ({ statistics }) => statistics.meanMs },
  { name: "p10_ms", type: "real", unit: "ms", cell: ({ statistics }) => statistics.p10Ms },
  { name: "p90_ms", type: "real", unit: "ms", cell: ({ statistics }) => statistics.p90Ms },
  { name: "stdev_ms", type: "real", unit: "ms", cell: ({ statistics }) => statistics.stdevMs },
  // Half-width of the median's 95 % interval over the median.
  { name: "median_ci", type: "real", unit: "1", cell: ({ statistics }) => statistics.medianCi },
  { name: "flags", type: "text", unit: null, cell: ({ flags }) => flags.join(" ") },
  { name: "clock", type: "text", unit: null, cell: ({ measured }) => measured.method.clock },
  { name: "cache", type: "text", unit: null, cell: ({ measured }) => measured.method.cache },
  {
    name: "iterations_per_sample",
    type: "integer",
    unit: "1",
    cell: ({ measured }) => measured.method.iterationsPerSample,
  },
  { name: "draws", type: "integer", unit: "1", cell: ({ measured }) => measured.series.length },
  { name: "router", type: "text", unit: null, cell: ({ measured }) => measured.router },
  // Achieved routing, of the draw that is farthest from even.
  {
    name: "busiest_over_mean",
    type: "real",
    unit: "1",
    cell: (point) => achievedBalance(point)?.busiestOverMean ?? null,
  },
  { name: "local_pairs", type: "integer", unit: "1", cell: (point) => achievedBalance(point)?.pairs ?? null },
  { name: "models", type: "text", unit: null, cell: ({ models }) => models.join(" ") },
  { name: "closure", type: "text", unit: null, cell: ({ closure }) => closure },
  { name: "case", type: "text", unit: null, cell: ({ layer }) => canonicalJson(layer) },
  { name: "case_key", type: "text", unit: null, cell: ({ caseKey }) => caseKey },
  { name: "point_key", type: "text", unit: null, cell: ({ pointKey }) => pointKey },
];

/** The column that says where a row comes from: the first digits of its source's id. */
export const SOURCE = "source";
