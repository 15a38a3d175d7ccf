import { useMemo, useState } from "preact/hooks";
import type { Column } from "./column.js";
import { CopyButton } from "./copy-button.js";
import { fractionDigits } from "./decimal.js";
import { HeadCell } from "./head-cell.js";
import { ordered, type Order } from "./order.js";
import { TableRow } from "./table-row.js";
import { toTsv } from "./tsv.js";
import { useColumnWidths } from "./use-column-widths.js";
import { useRowFocus } from "./use-row-focus.js";
import { useRowWindow } from "./use-row-window.js";

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
  /** The order at first. */
  readonly order?: Order | null;
  readonly onOrder?: (order: Order | null) => void;
}

/** A table that sorts by its heads, copies as TSV, and is walked with the arrow keys; of many rows it draws those in sight. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, marked = null, onPoint, onChoose } = props;
  const [order, setOrder] = useState(props.order ?? null);
  const sorted = useMemo(() => ordered(rows, columns, order), [rows, columns, order]);
  const digits = useMemo(() => columns.map((column) => digitsOf(column, rows)), [columns, rows]);
  const shown = useRowWindow(caption, sorted.length);
  const moveFocus = useRowFocus(shown, sorted.length);
  const { start, end, abovePx, belowPx, isPartial } = shown.window;
  const widths = useColumnWidths(shown.place, columns.length, isPartial);
  const choose = (next: Order | null) => {
    setOrder(next);
    props.onOrder?.(next);
  };
  return (
    <div class={`table-place ${isPartial ? "table-long" : ""}`}>
      <div class="table-head">
        <h2>{caption}</h2>
        <CopyButton what={caption} text={() => toTsv(columns, sorted)} />
      </div>
      <div
        class="table-scroll"
        ref={shown.place}
        tabIndex={isPartial ? 0 : undefined}
        role={isPartial ? "group" : undefined}
        aria-label={isPartial ? caption : undefined}
      >
        <table
          aria-label={caption}
          aria-rowcount={sorted.length + 1}
          class={onChoose === undefined ? "" : "choosable"}
          style={widths === null ? {} : { tableLayout: "fixed" }}
          onMouseLeave={() => onPoint?.(null)}
        >
          <thead>
            <tr>
              {columns.map((column, index) => (
                <HeadCell
                  key={index}
                  column={column}
                  index={index}
                  order={order}
                  onOrder={choose}
                  widthPx={widths?.[index]}
                />
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            <Gap heightPx={abovePx} />
            {sorted.slice(start, end).map((row, place) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                index={start + place}
                columns={columns}
                digits={digits}
                marked={keyOf(row) === marked}
                onPoint={onPoint}
                onChoose={onChoose}
              />
            ))}
            <Gap heightPx={belowPx} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ heightPx }: { readonly heightPx: number }) {
  return heightPx === 0 ? null : <tr class="gap" aria-hidden="true" style={{ height: `${heightPx}px` }} />;
}

function digitsOf<Row>({ value, figure }: Column<Row>, rows: readonly Row[]): number {
  if (figure === undefined) return 0;
  return rows.reduce((most, row) => {
    const number = value(row);
    return typeof number === "number" ? Math.max(most, fractionDigits(figure(number))) : most;
  }, 0);
}
