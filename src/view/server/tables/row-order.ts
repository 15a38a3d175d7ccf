import type { Column } from "../../../tables/column.js";

const collator = new Intl.Collator("en", { numeric: true });

/** The rows of a column in the order of its cells, empty ones last; equal ones stay in their order. */
export function rowsInOrder(column: Column, isDescending: boolean): Int32Array {
  const { ranks, count } = column.type === "text" ? textRanks(column) : numberRanks(column);
  // Counts the rows of each rank, and puts each row behind those of the ranks before (counting sort).
  const placeOf = (rank: number) => (rank < 0 ? count : isDescending ? count - 1 - rank : rank);
  const next = new Int32Array(count + 2);
  for (const rank of ranks) next[placeOf(rank) + 1] = (next[placeOf(rank) + 1] ?? 0) + 1;
  for (let place = 1; place < next.length; place += 1) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0);
  const order = new Int32Array(ranks.length);
  for (let row = 0; row < ranks.length; row += 1) {
    const place = placeOf(ranks[row] ?? -1);
    const at = next[place] ?? 0;
    order[at] = row;
    next[place] = at + 1;
  }
  return order;
}

/** [rows] the place of a row's cell among all that differ, −1 for an empty one; and how many differ. */
interface Ranks {
  readonly ranks: Int32Array;
  readonly count: number;
}

function textRanks({ codes, values }: Extract<Column, { readonly type: "text" }>): Ranks {
  const places = values.map((_, code) => code);
  places.sort((one, other) => collator.compare(values[one] ?? "", values[other] ?? ""));
  const rankOf = new Int32Array(values.length);
  for (const [rank, code] of places.entries()) rankOf[code] = rank;
  return { ranks: codes.map((code) => rankOf[code] ?? -1), count: values.length };
}

function numberRanks({ values, empty }: Exclude<Column, { readonly type: "text" }>): Ranks {
  const sorted = Float64Array.from(values).sort();
  const distinct = sorted.filter((value, index) => index === 0 || value !== sorted[index - 1]);
  const ranks = new Int32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    ranks[row] = empty?.[row] === 1 ? -1 : placeIn(distinct, values[row] ?? 0);
  }
  return { ranks, count: distinct.length };
}

/** The place of a value in an array of growing ones that holds it. */
function placeIn(values: Float64Array, wanted: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
