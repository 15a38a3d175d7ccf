import type { Column } from "./column.js";
import { Decimal } from "./decimal.js";

interface TableRowProps<Row> {
  readonly row: Row;
  /** Its place in the whole table, from 0. */
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  /** Digits after the point that each column leaves room for. */
  readonly digits: readonly number[];
  readonly marked: boolean;
  readonly onPoint: ((row: Row | null) => void) | undefined;
  readonly onChoose: ((row: Row) => void) | undefined;
}

/** One row; its first cell is its head and holds the control that the keyboard reaches. */
export function TableRow<Row>({ row, index, columns, digits, marked, onPoint, onChoose }: TableRowProps<Row>) {
  const point = () => onPoint?.(row);
  const choose = (event: MouseEvent) => {
    const onControl = event.target instanceof Element && event.target.closest("a, button, summary") !== null;
    if (!onControl) onChoose?.(row);
  };
  return (
    <tr
      class={marked ? "marked" : ""}
      data-index={index}
      aria-rowindex={index + 2}
      onMouseEnter={point}
      onFocusIn={point}
      onClick={choose}
    >
      {columns.map((column, place) => (
        <Cell key={place} row={row} column={column} digits={digits[place] ?? 0} head={place === 0} />
      ))}
    </tr>
  );
}

interface CellProps<Row> {
  readonly row: Row;
  readonly column: Column<Row>;
  readonly digits: number;
  readonly head: boolean;
}

function Cell<Row>({ row, column, digits, head }: CellProps<Row>) {
  const className = column.figure === undefined ? "" : "figure";
  const content = cellContent(row, column, digits);
  const hint = column.hint?.(row);
  if (head)
    return (
      <th scope="row" class={className} title={hint}>
        {content}
      </th>
    );
  return (
    <td class={className} title={hint}>
      {content}
    </td>
  );
}

function cellContent<Row>(row: Row, column: Column<Row>, digits: number) {
  if (column.cell !== undefined) return column.cell(row);
  const value = column.value(row);
  if (value === null) return <span class="none">–</span>;
  if (typeof value === "number" && column.figure !== undefined)
    return <Decimal text={column.figure(value)} fractionDigits={digits} />;
  return value;
}
