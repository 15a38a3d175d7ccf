import { TableUnreadable } from "./table-unreadable.js";

/**
 * Decodes the run-length and bit-packed hybrid of the Parquet format: integers of `width` bits. Never writes past
 * `count`, whatever a run claims.
 * @returns [count]
 * @throws TableUnreadable where the bytes end early
 */
export function decodeRuns(bytes: Uint8Array, width: number, count: number): Int32Array {
  const values = new Int32Array(count);
  if (width === 0) return values;
  if (width > 32) throw new TableUnreadable("damaged: a column's values are packed in more than 32 bits");
  const position = { offset: 0 };
  let done = 0;
  while (done < count) {
    const header = readVarint(bytes, position);
    const run = header % 2 === 1 ? Math.floor(header / 2) * 8 : Math.floor(header / 2);
    const taken = Math.min(run, count - done);
    if (header % 2 === 1) unpackBits(bytes, position, { width, values: values.subarray(done, done + taken), run });
    else values.fill(readValue(bytes, position, width), done, done + taken);
    if (run === 0) throw new TableUnreadable("damaged: a run of no values");
    done += taken;
  }
  return values;
}

interface Position {
  offset: number;
}

/** Little-endian base 128, of at most five bytes. */
function readVarint(bytes: Uint8Array, position: Position): number {
  let value = 0;
  for (let digit = 0; digit < 5; digit += 1) {
    const byte = byteAt(bytes, position.offset);
    position.offset += 1;
    value += (byte & 127) * 2 ** (7 * digit);
    if (byte < 128) return value;
  }
  throw new TableUnreadable("damaged: a run's length is no number");
}

function readValue(bytes: Uint8Array, position: Position, width: number): number {
  let value = 0;
  const length = Math.ceil(width / 8);
  for (let index = 0; index < length; index += 1) value |= byteAt(bytes, position.offset + index) << (8 * index);
  position.offset += length;
  return value;
}

interface PackedRun {
  readonly width: number;
  /** Where the values go; a last run is padded to eight values, of which the file may leave out the tail. */
  readonly values: Int32Array;
  readonly run: number;
}

function unpackBits(bytes: Uint8Array, position: Position, { width, values, run }: PackedRun): void {
  const start = position.offset;
  const mask = width === 32 ? -1 : (1 << width) - 1;
  let held = 0;
  let heldBits = 0;
  let offset = start;
  for (let index = 0; index < values.length; index += 1) {
    while (heldBits < width) {
      // A double holds 53 bits; 32 and a byte fit.
      held += byteAt(bytes, offset) * 2 ** heldBits;
      heldBits += 8;
      offset += 1;
    }
    values[index] = held & mask;
    held = Math.floor(held / 2 ** width);
    heldBits -= width;
  }
  position.offset = start + (run / 8) * width;
}

function byteAt(bytes: Uint8Array, offset: number): number {
  const byte = bytes[offset];
  if (byte === undefined) throw new TableUnreadable("damaged: a page ends before its values do");
  return byte;
}
