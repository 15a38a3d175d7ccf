import type { Cell, Column, ColumnType, NumberColumn, TextColumn } from "./column.js";

/** Gathers texts into a column, each distinct one once, in the order in which they first come. */
export class TextBuilder {
  readonly #codes: number[] = [];
  readonly #values: string[] = [];
  readonly #known = new Map<string, number>();

  add(text: string | null): void {
    this.#codes.push(text === null ? -1 : this.codeOf(text));
  }

  /** The place of a text among the distinct ones. */
  codeOf(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const code = this.#values.length;
    this.#values.push(text);
    this.#known.set(text, code);
    return code;
  }

  addCode(code: number): void {
    this.#codes.push(code);
  }

  build(): TextColumn {
    return { type: "text", codes: Int32Array.from(this.#codes), values: this.#values };
  }
}

/** A column of numbers, some of which may be missing. */
export function numberColumn(type: NumberColumn["type"], cells: readonly (number | null)[]): NumberColumn {
  const hasEmpty = cells.includes(null);
  return {
    type,
    values: Float64Array.from(cells, (cell) => cell ?? 0),
    empty: hasEmpty ? Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)) : null,
  };
}

/** A column of texts, some of which may be missing. */
export function textColumn(cells: readonly (string | null)[]): TextColumn {
  const builder = new TextBuilder();
  for (const cell of cells) builder.add(cell);
  return builder.build();
}

/** A column of one type. @throws TypeError for a cell of another one: a mistake of the caller. */
export function columnOf(type: ColumnType, cells: readonly Cell[]): Column {
  if (type === "text") return textColumn(cells.map(asText));
  return numberColumn(type, cells.map(asNumber));
}

function asText(cell: Cell): string | null {
  if (typeof cell === "number") throw new TypeError(`${cell} is no text`);
  return cell;
}

function asNumber(cell: Cell): number | null {
  if (typeof cell === "string") throw new TypeError(`${cell} is no number`);
  return cell;
}
