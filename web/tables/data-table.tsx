import { useMemo, useState } from "preact/hooks";
import type { Column } from "./column.js";
import { fractionDigits } from "./decimal.js";
import { ordered, type Order } from "./order.js";
import { TableFrame, type TableFrameProps } from "./table-frame.js";
import { toTsv } from "./tsv.js";

interface DataTableProps<Row> extends Pick<
  TableFrameProps<Row>,
  "caption" | "columns" | "keyOf" | "marked" | "onPoint" | "onChoose"
> {
  readonly rows: readonly Row[];
  /** All rows that there may be, where `rows` are some of them: figures then keep their places. */
  readonly allRows?: readonly Row[];
  /** The order at first. */
  readonly order?: Order | null;
  readonly onOrder?: (order: Order | null) => void;
}

/** A table that sorts by its heads, copies as TSV, and is walked with the arrow keys; of many rows it draws those in sight. */
export function DataTable<Row>({ rows, allRows = rows, order: first = null, onOrder, ...frame }: DataTableProps<Row>) {
  const { columns } = frame;
  const [order, setOrder] = useState(first);
  const sorted = useMemo(() => ordered(rows, columns, order), [rows, columns, order]);
  const digits = useMemo(() => columns.map((column) => digitsOf(column, allRows)), [columns, allRows]);
  return (
    <TableFrame
      {...frame}
      digits={digits}
      count={sorted.length}
      rowAt={(index) => sorted[index]}
      order={order}
      onOrder={(next) => {
        setOrder(next);
        onOrder?.(next);
      }}
      copied={() => toTsv(columns, sorted)}
    />
  );
}

/** Digits after the point that figures of a column need. */
export function digitsOf<Row>({ value, figure }: Column<Row>, rows: readonly Row[]): number {
  if (figure === undefined) return 0;
  return rows.reduce((most, row) => {
    const number = value(row);
    return typeof number === "number" ? Math.max(most, fractionDigits(figure(number))) : most;
  }, 0);
}
