import type { ParquetType } from "hyparquet/src/types.js";
import { TableUnreadable } from "./table-unreadable.js";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Numbers as the `PLAIN` encoding lays them out. @returns [count] @throws TableUnreadable */
export function plainNumbers(bytes: Uint8Array, type: ParquetType, count: number): Float64Array {
  const width = type === "INT32" || type === "FLOAT" ? 4 : 8;
  if (bytes.length < count * width) throw new TableUnreadable("damaged: a page ends before its values do");
  const read = readers[type];
  if (!read) throw new TableUnreadable(`its type ${type} is not one of tables`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(count);
  for (let index = 0; index < count; index += 1) numbers[index] = read(view, index * width);
  return numbers;
}

const readers: Readonly<Partial<Record<ParquetType, (view: DataView, offset: number) => number>>> = {
  INT32: (view, offset) => view.getInt32(offset, true),
  INT64: (view, offset) => exactInteger(view.getInt32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true)),
  FLOAT: (view, offset) => view.getFloat32(offset, true),
  DOUBLE: (view, offset) => view.getFloat64(offset, true),
};

function exactInteger(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new TableUnreadable("it holds an integer past 2^53, which no size or count is");
}

/** Texts as the `PLAIN` encoding lays them out: length and UTF-8. @returns [count] @throws TableUnreadable */
export function plainTexts(bytes: Uint8Array, count: number): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  let offset = 0;
  while (texts.length < count) {
    const length = offset + 4 <= bytes.length ? view.getUint32(offset, true) : Infinity;
    const end = offset + 4 + length;
    if (end > bytes.length) throw new TableUnreadable("damaged: a page ends before its texts do");
    texts.push(decodeText(bytes.subarray(offset + 4, end)));
    offset = end;
  }
  return texts;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new TableUnreadable("damaged: a text is not UTF-8");
  }
}
