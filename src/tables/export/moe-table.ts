import type { PublishedPoint } from "../../ledger/published-points.js";
import type { Statistics } from "../../measure/statistics.js";
import { moeKeyColumns, moeTableKey } from "../../ops/moe/table.js";
import { columnOf } from "../column-builder.js";
import type { Cell, ColumnType } from "../column.js";
import { LATENCY } from "../kinds/table-kind.js";
import type { Table } from "../table.js";
import { measurementColumns, SOURCE } from "./measurement-columns.js";

/** The statistics that a table's `latency` can be, by the name that one asks for. */
export const statisticFields = {
  median: "medianMs",
  mean: "meanMs",
  min: "minMs",
  p10: "p10Ms",
  p90: "p90Ms",
} as const satisfies Record<string, keyof Statistics>;
export type StatisticName = keyof typeof statisticFields;

/** How points become rows. */
export interface MoeTableOptions {
  /** What `latency` is. */
  readonly statistic: StatisticName;
  /** The id of the rows' source. */
  readonly source: string;
}

/** The table of some points of MoE layers: a row a point, in the order of the points. */
export function moeTable(points: readonly PublishedPoint[], { statistic, source }: MoeTableOptions): Table {
  const keys = points.map(({ layer, coordinates }) => moeTableKey(layer, coordinates["tokens"] ?? 0));
  const columns: readonly (readonly [string, ColumnType, readonly Cell[]])[] = [
    ["framework", "text", points.map(({ measurer }) => measurer.framework)],
    ["version", "text", points.map(({ measurer }) => measurer.version)],
    ["device", "text", points.map(({ measurer }) => measurer.device)],
    ["op_name", "text", points.map(({ layer }) => layer.op)],
    ["kernel_source", "text", points.map(({ measured }) => measured.kernel)],
    ...moeKeyColumns.map(({ name, type }) => [name, type, keys.map((key) => key[name])] as const),
    [LATENCY, "real", points.map(({ statistics }) => statistics[statisticFields[statistic]])],
    ...measurementColumns.map(({ name, type, cell }) => [name, type, points.map(cell)] as const),
    [SOURCE, "text", points.map(() => sourceMark(source))],
  ];
  return {
    name: "moe",
    rows: points.length,
    columns: new Map(columns.map(([name, type, cells]) => [name, columnOf(type, cells)])),
  };
}

/** What a row's column `source` holds of its source's id. */
export function sourceMark(id: string): string {
  return id.slice(0, 12);
}
