import type { Column } from "./column.js";
import { commonColumns, LATENCY, type TableKind } from "./kinds/table-kind.js";
import { isConstant } from "./groups.js";
import { measurementColumns, SOURCE } from "./export/measurement-columns.js";
import { kindOf } from "./kinds/known-kinds.js";
import { pickRows, type Table } from "./table.js";

/**
 * The one order of a table: columns as its kind has them (common ones, key, others by name, latency, how it was
 * measured, source), rows by these columns. The same content has the same order, wherever it comes from.
 */
export function inOrder(table: Table): Table {
  const names = columnOrder([...table.columns.keys()], kindOf(table.name));
  const columns = names.flatMap((name): [string, Column][] => {
    const column = table.columns.get(name);
    return column ? [[name, column]] : [];
  });
  const ordered = { ...table, columns: new Map(columns) };
  return pickRows(ordered, sortedRows(ordered));
}

function columnOrder(names: readonly string[], kind: TableKind): string[] {
  const leading = [...commonColumns, ...kind.key].map(({ name }) => name);
  const trailing = [LATENCY, ...measurementColumns.map(({ name }) => name), SOURCE];
  const others = names.filter((name) => !leading.includes(name) && !trailing.includes(name)).sort();
  return [...leading, ...others, ...trailing];
}

function sortedRows(table: Table): Int32Array {
  const ranks = [...table.columns.values()].filter((column) => !isConstant(column)).map(ranksOf);
  const rows = Int32Array.from({ length: table.rows }, (_, row) => row);
  return rows.sort((one, other) => {
    for (const rank of ranks) {
      const difference = (rank[one] ?? 0) - (rank[other] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** A number for each cell that orders it among its column's: empty cells first, texts by code unit. */
function ranksOf(column: Column): Float64Array {
  if (column.type !== "text") {
    return column.values.map((value, row) => (column.empty?.[row] === 1 ? -Infinity : value));
  }
  const { codes, values } = column;
  const order = values
    .map((_, code) => code)
    .sort((one, other) => ((values[one] ?? "") < (values[other] ?? "") ? -1 : 1));
  const ranks = new Int32Array(values.length);
  order.forEach((code, rank) => (ranks[code] = rank));
  return Float64Array.from(codes, (code) => (code < 0 ? -1 : (ranks[code] ?? 0)));
}
