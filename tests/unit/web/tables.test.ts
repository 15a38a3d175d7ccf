import { describe, expect, test } from "vitest";
import type { Column } from "../../../web/tables/column.js";
import { nextOrder, ordered } from "../../../web/tables/order.js";
import { toTsv } from "../../../web/tables/tsv.js";

interface Row {
  readonly name: string;
  readonly ms: number | null;
}

const columns: readonly Column<Row>[] = [
  { title: "case", value: ({ name }) => name },
  { title: "median", unit: "ms", value: ({ ms }) => ms, figure: (value) => value.toFixed(1) },
];
const rows: readonly Row[] = [
  { name: "tp10\tx", ms: 12.3456789 },
  { name: "tp2", ms: null },
  { name: "tp1", ms: 0.5 },
];

test("a table copies with its units and with full digits; a tab inside a cell does not move the next one", () => {
  expect(toTsv(columns, rows)).toBe("case\tmedian, ms\ntp10 x\t12.3456789\ntp2\t\ntp1\t0.5\n");
});

function names(column: number, descending: boolean): readonly string[] {
  return ordered(rows, columns, { column, descending }).map(({ name }) => name);
}

describe("ordering", () => {
  test("sorts numbers as numbers, with empty cells last in both directions", () => {
    expect(names(1, false)).toEqual(["tp1", "tp10\tx", "tp2"]);
    expect(names(1, true)).toEqual(["tp10\tx", "tp1", "tp2"]);
  });

  test("sorts numbers inside texts as numbers", () => expect(names(0, false)).toEqual(["tp1", "tp2", "tp10\tx"]));

  test("goes upwards, downwards, and back to the table's own order", () => {
    const up = nextOrder(null, 1);
    const down = nextOrder(up, 1);
    expect([up, down, nextOrder(down, 1), nextOrder(down, 0)]).toEqual([
      { column: 1, descending: false },
      { column: 1, descending: true },
      null,
      { column: 0, descending: false },
    ]);
    expect(ordered(rows, columns, null)).toBe(rows);
  });
});
