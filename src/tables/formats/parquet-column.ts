import type { ParquetType } from "hyparquet/src/types.js";
import { type Column, isBlank, type NumberColumn, type TextColumn } from "../column.js";
import { TextBuilder } from "../column-builder.js";
import type { ParquetColumn } from "./parquet-footer.js";
import { type DataPage, type DictionaryPage, pagesOf } from "./parquet-pages.js";
import { decodeRuns } from "./parquet-runs.js";
import { plainNumbers, plainTexts } from "./parquet-values.js";
import { TableUnreadable } from "./table-unreadable.js";

/** Reads one column of a Parquet file whole. @throws TableUnreadable, naming the column */
export function readColumn(bytes: Uint8Array, column: ParquetColumn, rows: number): Column {
  try {
    return decodeColumn(bytes, column, rows);
  } catch (error) {
    if (error instanceof TableUnreadable) throw new TableUnreadable(`column ${column.name}: ${error.reason}`);
    // What the decoders of pages and codecs throw is theirs; that the file is damaged is what it means.
    throw new TableUnreadable(
      `column ${column.name}: damaged: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const INTEGERS: ReadonlySet<ParquetType> = new Set(["BOOLEAN", "INT32", "INT64"]);
const REALS: ReadonlySet<ParquetType> = new Set(["FLOAT", "DOUBLE"]);

function decodeColumn(bytes: Uint8Array, column: ParquetColumn, rows: number): Column {
  const { type, logical_type } = column.element;
  if (type === "BYTE_ARRAY") return textCells(bytes, column);
  if (type === undefined || !(INTEGERS.has(type) || REALS.has(type))) {
    throw new TableUnreadable(`its type ${type} is not one of tables: text, integer or floating point`);
  }
  const cells = numberCells(bytes, column, rows);
  // pandas writes a column of nothing but nulls as integers of the logical type NULL.
  return logical_type?.type === "NULL" && isBlank(cells) ? { ...cells, type: "real" } : cells;
}

/** The data pages of a column, each with the dictionary of its part. */
function* dataPages(
  bytes: Uint8Array,
  { chunks, element }: ParquetColumn,
): Generator<[DataPage, DictionaryPage | null]> {
  for (const chunk of chunks) {
    let dictionary: DictionaryPage | null = null;
    for (const page of pagesOf(bytes, chunk, element.repetition_type === "OPTIONAL")) {
      if (page.kind === "dictionary") dictionary = page;
      else yield [page, dictionary];
    }
  }
}

/** For each cell of a page 1 where it holds a value; and how many do. */
function presence({ levels, count }: DataPage): { readonly present: Int32Array | null; readonly values: number } {
  if (levels === null) return { present: null, values: count };
  const present = decodeRuns(levels, 1, count);
  const values = present.reduce((sum, flag) => sum + flag, 0);
  return { present, values };
}

/** Places in the dictionary of a page's values; `null`: the page holds the values themselves. */
function dictionaryPlaces(
  { encoding, values }: DataPage,
  dictionary: DictionaryPage | null,
  count: number,
): Int32Array | null {
  if (encoding === "PLAIN" || (encoding === "RLE" && dictionary === null)) return null;
  if (encoding !== "RLE_DICTIONARY" && encoding !== "PLAIN_DICTIONARY") {
    throw new TableUnreadable(`its encoding ${encoding} is not read here; plain values and dictionaries are`);
  }
  if (dictionary === null) throw new TableUnreadable("damaged: it refers to a dictionary that is not there");
  if (count === 0) return new Int32Array(0);
  const places = decodeRuns(values.subarray(1), values[0] ?? 0, count);
  if (places.some((place) => place < 0 || place >= dictionary.count)) {
    throw new TableUnreadable("damaged: it refers past the end of its dictionary");
  }
  return places;
}

function textCells(bytes: Uint8Array, column: ParquetColumn): TextColumn {
  const builder = new TextBuilder();
  const known = new Map<DictionaryPage, readonly number[]>();
  for (const [page, dictionary] of dataPages(bytes, column)) {
    const { present, values } = presence(page);
    const places = dictionaryPlaces(page, dictionary, values);
    const codes = places && dictionary ? pickCodes(dictionary, places) : codesOf(page.values, values);
    spread(present, page.count, (_, value) => builder.addCode(value === -1 ? -1 : (codes[value] ?? -1)));
  }
  return builder.build();

  function codesOf(texts: Uint8Array, count: number): readonly number[] {
    return plainTexts(texts, count).map((text) => builder.codeOf(text));
  }

  function pickCodes(dictionary: DictionaryPage, places: Int32Array): Int32Array {
    const codes = known.get(dictionary) ?? codesOf(dictionary.values, dictionary.count);
    known.set(dictionary, codes);
    return places.map((place) => codes[place] ?? -1);
  }
}

function numberCells(bytes: Uint8Array, column: ParquetColumn, rows: number): NumberColumn {
  const { type = "DOUBLE", repetition_type } = column.element;
  const values = new Float64Array(rows);
  const empty = repetition_type === "OPTIONAL" ? new Uint8Array(rows) : null;
  let start = 0;
  for (const [page, dictionary] of dataPages(bytes, column)) {
    const { present, values: count } = presence(page);
    const places = dictionaryPlaces(page, dictionary, count);
    const numbers = places && dictionary ? pickNumbers(dictionary, type, places) : pageNumbers(page, type, count);
    spread(present, page.count, (cell, value) => {
      if (value === -1) empty?.fill(1, start + cell, start + cell + 1);
      else values[start + cell] = numbers[value] ?? 0;
    });
    start += page.count;
  }
  return { type: INTEGERS.has(type) ? "integer" : "real", values, empty: empty?.includes(1) ? empty : null };
}

/** Truth values are read as 1 and 0; they are bits, or runs behind their length. */
function pageNumbers({ encoding, values }: DataPage, type: ParquetType, count: number): Float64Array {
  if (type !== "BOOLEAN") return plainNumbers(values, type, count);
  if (encoding === "RLE") return Float64Array.from(decodeRuns(values.subarray(4), 1, count));
  if (values.length * 8 < count) throw new TableUnreadable("damaged: a page ends before its values do");
  return Float64Array.from({ length: count }, (_, index) => ((values[index >> 3] ?? 0) >> (index & 7)) & 1);
}

function pickNumbers({ values, count }: DictionaryPage, type: ParquetType, places: Int32Array): Float64Array {
  const distinct = plainNumbers(values, type, count);
  const numbers = new Float64Array(places.length);
  for (let index = 0; index < places.length; index += 1) numbers[index] = distinct[places[index] ?? 0] ?? 0;
  return numbers;
}

/** Calls back for each cell with the place of its value among the page's values; −1: the cell is empty. */
function spread(present: Int32Array | null, count: number, visit: (cell: number, value: number) => void): void {
  let value = 0;
  for (let cell = 0; cell < count; cell += 1) {
    if (present && present[cell] === 0) visit(cell, -1);
    else visit(cell, value++);
  }
}
