import { LATENCY } from "../kinds/table-kind.js";
import type { Table } from "../table.js";
import type { StatisticName } from "./moe-table.js";

/** A table has not the statistic that was asked for. */
export class StatisticMissing extends Error {
  override readonly name = "StatisticMissing";
}

/** A table whose `latency` is the statistic that was asked for. @throws StatisticMissing where it was not kept */
export function withStatistic(table: Table, statistic: StatisticName): Table {
  const column = table.columns.get(`${statistic}_ms`);
  if (!column)
    throw new StatisticMissing(`the ${table.name} table holds one latency a row, and no ${statistic} of samples`);
  return { ...table, columns: new Map(table.columns).set(LATENCY, column) };
}
