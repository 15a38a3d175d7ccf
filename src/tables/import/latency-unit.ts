import type { Column } from "../column.js";
import { LATENCY, type TableKind } from "../kinds/table-kind.js";
import type { Table } from "../table.js";

/** The column of a file that holds the latency, and what one of its units is in ms. */
export interface LatencyColumn {
  readonly name: string;
  readonly unit: "s" | "ms" | "us" | "ns";
}

const MS_PER_UNIT: Readonly<Record<LatencyColumn["unit"], number>> = { s: 1e3, ms: 1, us: 1e-3, ns: 1e-6 };

/**
 * Finds the latency by its heading: `latency` in the unit of the kind, else `latency_us`, `latency(ms)`, `latency [s]`.
 * `null`: there is none.
 */
export function latencyColumn(header: readonly string[], kind: TableKind): LatencyColumn | null {
  for (const name of header) {
    const found = /^latency(?:[ _]?[[(]?(s|ms|us|µs|ns)[\])]?)?$/i.exec(name);
    if (!found) continue;
    const unit = found[1]?.toLowerCase().replace("µ", "u");
    return { name, unit: isUnit(unit) ? unit : kind.latencyUnit };
  }
  return null;
}

function isUnit(text: string | undefined): text is LatencyColumn["unit"] {
  return text !== undefined && text in MS_PER_UNIT;
}

/** A table whose latency is in ms under the name `latency`, and what was converted. */
export function inMilliseconds(table: Table, { name, unit }: LatencyColumn): { table: Table; settled: string[] } {
  if (name === LATENCY && unit === "ms") return { table, settled: [] };
  const columns = [...table.columns].map(([column, cells]): [string, Column] => {
    if (column !== name || cells.type === "text") return [column, cells];
    return [LATENCY, { ...cells, type: "real", values: cells.values.map((value) => toMilliseconds(value, unit)) }];
  });
  return { table: { ...table, columns: new Map(columns) }, settled: [`${name} from ${unit} to ms`] };
}

/** 45.82 µs are 0.04582 ms to the last digit: dividing by a power of ten rounds once, multiplying by its inverse twice. */
function toMilliseconds(value: number, unit: LatencyColumn["unit"]): number {
  const factor = MS_PER_UNIT[unit];
  return factor >= 1 ? value * factor : value / Math.round(1 / factor);
}
