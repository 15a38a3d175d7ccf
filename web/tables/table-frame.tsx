import { useEffect } from "preact/hooks";
import type { Column } from "./column.js";
import { CopyButton } from "./copy-button.js";
import { HeadCell } from "./head-cell.js";
import type { Order } from "./order.js";
import { TableRow } from "./table-row.js";
import { useColumnWidths } from "./use-column-widths.js";
import { useRowFocus } from "./use-row-focus.js";
import { useRowWindow } from "./use-row-window.js";

export interface TableFrameProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Digits after the point that each column leaves room for. */
  readonly digits: readonly number[];
  /** How many rows there are. */
  readonly count: number;
  /** The row at a place; `undefined`: it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  readonly order: Order | null;
  readonly onOrder: (order: Order | null) => void;
  /** All rows as tab-separated text. */
  readonly copied: () => string | Promise<string>;
  /** The row that is marked: selected, or pointed at in a picture. */
  readonly marked?: string | null;
  /** The pointer or the focus came to a row, or left the table. */
  readonly onPoint?: ((row: Row | null) => void) | undefined;
  readonly onChoose?: ((row: Row) => void) | undefined;
  /** Which rows are drawn, from `start` up to and without `end`. */
  readonly onWindow?: (start: number, end: number) => void;
}

/** Caption, heads and those rows of a table that are in sight. */
export function TableFrame<Row>(props: TableFrameProps<Row>) {
  const { caption, columns, digits, count, rowAt, keyOf, order, onOrder, marked = null, onPoint, onChoose } = props;
  const shown = useRowWindow(caption, count);
  const moveFocus = useRowFocus(shown, count);
  const { start, end, abovePx, belowPx, isPartial } = shown.window;
  const widths = useColumnWidths(shown.place, columns.length, isPartial);
  useEffect(() => props.onWindow?.(start, end), [start, end, props.onWindow]);
  const places = Array.from({ length: end - start }, (_, place) => start + place);
  return (
    <div class={`table-place ${isPartial ? "table-long" : ""}`}>
      <div class="table-head">
        <h2>{caption}</h2>
        <CopyButton what={caption} text={props.copied} />
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
          aria-rowcount={count + 1}
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
                  onOrder={onOrder}
                  widthPx={widths?.[index]}
                />
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            <Gap heightPx={abovePx} />
            {places.map((index) => {
              const row = rowAt(index);
              if (row === undefined) return <Waiting key={index} index={index} columns={columns.length} />;
              const key = keyOf(row);
              return (
                <TableRow
                  // Of a long table the rows are drawn by place: a filter then changes what stands there, and draws none anew.
                  key={isPartial ? index : key}
                  row={row}
                  index={index}
                  columns={columns}
                  digits={digits}
                  marked={key === marked}
                  onPoint={onPoint}
                  onChoose={onChoose}
                />
              );
            })}
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

/** Stands for a row that is on its way. */
function Waiting({ index, columns }: { readonly index: number; readonly columns: number }) {
  return (
    <tr data-index={index} aria-rowindex={index + 2}>
      <td colSpan={columns} class="none">
        …
      </td>
    </tr>
  );
}
