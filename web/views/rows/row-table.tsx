import { useCallback, useMemo } from "preact/hooks";
import type { ServedRow, ServedTable } from "../../../src/view/server/tables/messages.js";
import type { RowsQuery, TablesSource } from "../../data/tables-source.js";
import { count, significant } from "../../figures/number.js";
import type { Column } from "../../tables/column.js";
import { digitsOf } from "../../tables/data-table.js";
import type { Order } from "../../tables/order.js";
import { TableFrame } from "../../tables/table-frame.js";
import { useFarRows } from "./use-far-rows.js";

interface RowTableProps {
  readonly source: TablesSource;
  /** Place of the table in the server's list. */
  readonly place: number;
  readonly table: ServedTable;
  readonly query: RowsQuery;
  readonly onQuery: (query: RowsQuery) => void;
  /** How many rows the query has, once that is known. */
  readonly onMatching: (rows: number) => void;
}

/** The rows of a table that a server has; those in sight are asked for. */
export function RowTable({ source, place, table, query, onQuery, onMatching }: RowTableProps) {
  const columns = useMemo(() => columnsOf(table), [table]);
  const { far, onWindow } = useFarRows({ source, place, query, onMatching });
  const digits = useMemo(() => columns.map((column) => digitsOf(column, far.rows)), [columns, far]);
  const copied = useCallback(() => source.rowsText?.(place, query) ?? "", [source, place, query]);
  return (
    <>
      <TableFrame
        caption="Rows"
        columns={columns}
        digits={digits}
        count={far.matching}
        rowAt={(index) => far.rows[index - far.from]}
        keyOf={([number]) => String(number)}
        order={orderOf(query.sort, columns)}
        onOrder={(order) => onQuery({ ...query, sort: sortOf(order, columns) })}
        copied={copied}
        onWindow={onWindow}
      />
      {far.problem === null ? null : <p class="empty">{far.problem}</p>}
    </>
  );
}

function columnsOf({ columns }: ServedTable): readonly Column<ServedRow>[] {
  const number: Column<ServedRow> = {
    title: "row",
    note: "Its number in the file",
    value: ([row]) => row,
    figure: count,
  };
  const others = columns.flatMap(({ name, type, everywhere }, index): readonly Column<ServedRow>[] => {
    const value = (row: ServedRow) => row[index + 1] ?? null;
    if (everywhere !== undefined) return [];
    if (type === "text") return [{ title: name, value, hint: (row) => String(value(row) ?? "") }];
    return [{ title: name, value, figure: type === "real" ? (cell) => significant(cell, 4) : String }];
  });
  return [number, ...others];
}

/** The file's own order is that of its row numbers. */
function sortOf(order: Order | null, columns: readonly Column<ServedRow>[]): string {
  const title = columns[order?.column ?? 0]?.title ?? "";
  return order === null || order.column === 0 ? "" : `${order.descending ? "-" : ""}${title}`;
}

function orderOf(sort: string, columns: readonly Column<ServedRow>[]): Order | null {
  const column = columns.findIndex(({ title }) => title === sort.replace(/^-/, ""));
  return column < 1 ? null : { column, descending: sort.startsWith("-") };
}
