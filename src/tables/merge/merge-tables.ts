import { type Column, isBlank } from "../column.js";
import { columnOf } from "../column-builder.js";
import { SOURCE } from "../export/measurement-columns.js";
import { cellOf } from "../column.js";
import { groupRows } from "../groups.js";
import { keyColumns } from "../keys.js";
import { kindOf } from "../kinds/known-kinds.js";
import { cellAt, pickRows, rowsWhere, type Table } from "../table.js";

/** Two tables that cannot be one; nothing was changed. */
export class MergeRefused extends Error {
  override readonly name = "MergeRefused";
}

/** What became of two tables. */
export interface Merged {
  readonly table: Table;
  /** Rows that were not there before. */
  readonly added: number;
  /** Rows that were there already, cell by cell. */
  readonly same: number;
  /** Rows of an earlier state of the same source, whose place the incoming ones took. */
  readonly replaced: number;
}

/**
 * Adds the rows of a table to those of another. Never overwrites and never guesses: a key with another value stays
 * beside the one that is there, and both are told as repeats; only an earlier state of the very same source gives way.
 * @param replacedSources marks of the sources whose rows give way
 * @throws MergeRefused for columns that hold another type in each
 */
export function mergeTables(
  existing: Table,
  incoming: Table,
  replacedSources: ReadonlySet<string> = new Set(),
): Merged {
  if (existing.rows === 0) {
    const isNew = newRows(incoming, 0);
    const table = pickRows(
      incoming,
      rowsWhere(incoming.rows, (row) => isNew[row] === 1),
    );
    return { table, added: table.rows, same: incoming.rows - table.rows, replaced: 0 };
  }
  const kept = pickRows(
    existing,
    rowsWhere(existing.rows, (row) => !replacedSources.has(String(cellAt(existing, SOURCE, row)))),
  );
  const both = stacked(kept, incoming);
  const isNew = newRows(both, kept.rows);
  const table = pickRows(
    both,
    rowsWhere(both.rows, (row) => row < kept.rows || isNew[row] === 1),
  );
  const added = table.rows - kept.rows;
  return { table, added, same: incoming.rows - added, replaced: existing.rows - kept.rows };
}

/** For each row 1 where no row before it has the same cells; where a row comes from is no cell of it. */
function newRows(table: Table, first: number): Uint8Array {
  const columns = [...table.columns.keys()].filter((name) => name !== SOURCE);
  const { of, count } = groupRows(table, columns);
  const seen = new Uint8Array(count);
  const isNew = new Uint8Array(table.rows);
  for (let row = 0; row < table.rows; row += 1) {
    const group = of[row] ?? 0;
    isNew[row] = row >= first && seen[group] === 1 ? 0 : 1;
    seen[group] = 1;
  }
  return isNew;
}

/** One table below the other. @throws MergeRefused */
function stacked(above: Table, below: Table): Table {
  const names = [...new Set([...above.columns.keys(), ...below.columns.keys()])];
  const keys = new Set([...keyColumns(above, kindOf(above.name)), ...keyColumns(below, kindOf(below.name))]);
  const columns = names.map((name): [string, Column] => {
    const parts = [above, below].map((table) => ({ rows: table.rows, column: table.columns.get(name) }));
    return [name, stack(name, parts, keys.has(name))];
  });
  return { name: above.name, rows: above.rows + below.rows, columns: new Map(columns) };
}

interface Part {
  readonly rows: number;
  /** Left out: the part has no such column. */
  readonly column: Column | undefined;
}

function stack(name: string, parts: readonly Part[], isKey: boolean): Column {
  const telling = parts.flatMap(({ column }) => (column && !isBlank(column) ? [column] : []));
  const types = [...new Set(telling.map(({ type }) => type))];
  const [type = "text"] = types;
  if (types.length > 1) {
    const what = isKey ? "the key column" : "the column";
    throw new MergeRefused(`${what} ${name} holds ${types.join(" values in one table and ")} ones in the other`);
  }
  const cells = parts.flatMap(({ rows, column }) =>
    Array.from({ length: rows }, (_, row) => (column ? cellOf(column, row) : null)),
  );
  return columnOf(type, cells);
}
