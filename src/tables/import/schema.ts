import { type Column, isBlank } from "../column.js";
import { textColumn } from "../column-builder.js";
import { commonColumns, LATENCY, type TableKind } from "../kinds/table-kind.js";
import type { Table } from "../table.js";
import type { ColumnFault } from "./read-file.js";

/** A table of a kind that is not known here and whose measured column cannot be told. */
export class UnknownKind extends Error {
  override readonly name = "UnknownKind";
}

/** A table that has not the columns that it must have, or has them in another type. */
export class SchemaFault extends Error {
  override readonly name = "SchemaFault";

  constructor(readonly columns: readonly ColumnFault[]) {
    super(columns.map(clause).join("; "));
  }
}

function clause({ column, wants, has }: ColumnFault): string {
  return has === null
    ? `it has no column ${column}`
    : `its column ${column} holds ${has} values where ${wants} ones belong`;
}

/**
 * Checks a table's columns against its kind and brings them into its types: whole numbers that were stored as floating
 * point become integers. A table of an unknown kind needs the common columns and a latency alone.
 * @throws SchemaFault naming every column that is missing or of a wrong type
 */
export function settleSchema(
  table: Table,
  kind: TableKind,
): { readonly table: Table; readonly settled: readonly string[] } {
  const settled: string[] = [];
  const faults: ColumnFault[] = [];
  const columns = new Map(table.columns);
  for (const { name, type } of [...commonColumns, ...kind.key, { name: LATENCY, type: "real" as const }]) {
    const column = columns.get(name);
    if (!column) {
      faults.push({ column: name, wants: type, has: null });
      continue;
    }
    const fitted = fit(column, type);
    if (fitted === null) faults.push({ column: name, wants: type, has: column.type });
    else if (fitted.type !== column.type) settled.push(`${name} from ${column.type} to ${type}`);
    if (fitted) columns.set(name, fitted);
  }
  if (faults.length > 0) throw new SchemaFault(faults);
  return { table: { ...table, columns }, settled };
}

/** A column in a type, where that loses nothing; `null`: it cannot be. */
function fit(column: Column, type: Column["type"]): Column | null {
  if (column.type === type) return column;
  if (isBlank(column) && type === "text") return textColumn(Array.from({ length: blankLength(column) }, () => null));
  if (column.type === "text" || type === "text") return null;
  if (type === "real") return { ...column, type };
  const isWhole = column.values.every((value, row) => column.empty?.[row] === 1 || Number.isSafeInteger(value));
  return isWhole ? { ...column, type } : null;
}

function blankLength(column: Column): number {
  return column.type === "text" ? column.codes.length : column.values.length;
}
