import { useMemo, useState } from "preact/hooks";
import { counted } from "../figures/number.js";
import type { Column } from "./column.js";
import { CopyButton } from "./copy-button.js";
import { nextOrder, ordered, type Order } from "./order.js";
import { moveByArrow } from "./row-keys.js";
import { TableRow } from "./table-row.js";
import { fractionDigits } from "./decimal.js";
import { toTsv } from "./tsv.js";

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The row that is marked: selected, or pointed at in a picture. */
  readonly marked?: string | null;
  /** The pointer or the focus came to a row, or left the table. */
  readonly onPoint?: (row: Row | null) => void;
  readonly onChoose?: (row: Row) => void;
}

/** More rows than this are drawn only when asked for. */
const firstRows = 300;

/** A table that sorts by its heads, copies as TSV, and is walked with the arrow keys. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, marked = null, onPoint, onChoose } = props;
  const [order, setOrder] = useState<Order | null>(null);
  const [all, setAll] = useState(false);
  const sorted = useMemo(() => ordered(rows, columns, order), [rows, columns, order]);
  const digits = useMemo(() => columns.map((column) => digitsOf(column, rows)), [columns, rows]);
  const shown = all ? sorted : sorted.slice(0, firstRows);
  return (
    <div class="table-place">
      <div class="table-head">
        <h2>{caption}</h2>
        <CopyButton what={caption} text={() => toTsv(columns, sorted)} />
      </div>
      <div class="table-scroll">
        <table
          aria-label={caption}
          class={onChoose === undefined ? "" : "choosable"}
          onMouseLeave={() => onPoint?.(null)}
        >
          <thead>
            <tr>
              {columns.map((column, index) => (
                <HeadCell key={column.title} column={column} index={index} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={moveByArrow}>
            {shown.map((row) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                columns={columns}
                digits={digits}
                marked={keyOf(row) === marked}
                onPoint={onPoint}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < sorted.length ? (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          show all {counted(sorted.length, "row")}
        </button>
      ) : null}
    </div>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly index: number;
  readonly order: Order | null;
  readonly onOrder: (order: Order | null) => void;
}

function HeadCell<Row>({ column, index, order, onOrder }: HeadCellProps<Row>) {
  const direction = order?.column !== index ? "none" : order.descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={direction} class={column.figure === undefined ? "" : "figure"} title={column.note}>
      <button type="button" onClick={() => onOrder(nextOrder(order, index))}>
        {column.title}
        {column.unit === undefined ? null : <span class="unit"> {column.unit}</span>}
      </button>
    </th>
  );
}

function digitsOf<Row>({ value, figure }: Column<Row>, rows: readonly Row[]): number {
  if (figure === undefined) return 0;
  return rows.reduce((most, row) => {
    const number = value(row);
    return typeof number === "number" ? Math.max(most, fractionDigits(figure(number))) : most;
  }, 0);
}
