import type { Column } from "./column.js";
import { nextOrder, type Order } from "./order.js";

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly index: number;
  readonly order: Order | null;
  readonly onOrder: (order: Order | null) => void;
  readonly widthPx: number | undefined;
}

/** The head of a column; a click sorts by it. */
export function HeadCell<Row>({ column, index, order, onOrder, widthPx }: HeadCellProps<Row>) {
  const { title, unit, note, figure, isPicture = false } = column;
  const direction = order?.column !== index ? "none" : order.descending ? "descending" : "ascending";
  const text = (
    <>
      {title}
      {unit === undefined ? null : <span class="unit"> {unit}</span>}
    </>
  );
  return (
    <th
      scope="col"
      aria-sort={direction}
      class={figure === undefined ? "" : "figure"}
      title={note}
      style={widthPx === undefined ? {} : { width: `${widthPx}px` }}
    >
      {isPicture ? (
        text
      ) : (
        <button type="button" onClick={() => onOrder(nextOrder(order, index))}>
          {text}
        </button>
      )}
    </th>
  );
}
