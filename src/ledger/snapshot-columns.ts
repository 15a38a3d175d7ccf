import { type Flag, flagNames } from "../measure/flags.js";
import type { Statistics } from "../measure/statistics.js";
import type { LinePlace } from "./journal-record.js";
import type { PointFigures } from "./point-state.js";
import { KEPT_DIGITS } from "./stored-point.js";

/** A point as a snapshot keeps it: attempt and coordinates as places in its lists, the time in ms since 1970. */
export interface SnapshotPoint {
  readonly place: LinePlace;
  readonly timeMs: number;
  readonly attempt: number;
  readonly coordinates: number;
  readonly figures: PointFigures;
}

const STATISTICS = [
  "n",
  "minMs",
  "medianMs",
  "meanMs",
  "p10Ms",
  "p90Ms",
  "stdevMs",
  "medianCi",
  "drift",
  "steadyMedianMs",
] as const satisfies readonly (keyof Statistics)[];
const HEAD_COLUMNS = 7;
const NUMBERS = HEAD_COLUMNS + STATISTICS.length;
const HASH_BYTES = KEPT_DIGITS / 2;
/** Bytes of one point: its numbers as float64, and what is kept of its line's hash. */
const POINT_BYTES = NUMBERS * 8 + HASH_BYTES;

/** Points one after the other, as bytes; a figure that is `null` is NaN. */
export function encodePoints(points: readonly SnapshotPoint[]): Buffer {
  const numbers = new Float64Array(points.length * NUMBERS);
  const hashes = Buffer.alloc(points.length * HASH_BYTES);
  points.forEach(({ place, timeMs, attempt, coordinates, figures }, index) => {
    const flags = figures.flags.reduce((bits, flag) => bits | (1 << flagNames.indexOf(flag)), 0);
    numbers.set([place.n, place.start, place.bytes, timeMs, attempt, coordinates, flags], index * NUMBERS);
    STATISTICS.forEach((name, column) => {
      numbers[index * NUMBERS + HEAD_COLUMNS + column] = figures.statistics[name] ?? NaN;
    });
    hashes.write(place.hash.slice(0, KEPT_DIGITS), index * HASH_BYTES, "hex");
  });
  return Buffer.concat([Buffer.from(numbers.buffer), hashes]);
}

/** The points that `encodePoints` made these bytes of, in their order. */
export function* decodePoints(bytes: Buffer): Generator<SnapshotPoint, void> {
  const count = bytes.length / POINT_BYTES;
  const own = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + count * NUMBERS * 8);
  const numbers = new Float64Array(own);
  const hashes = bytes.subarray(own.byteLength).toString("hex");
  for (let index = 0; index < count; index += 1) {
    const at = (column: number): number => numbers[index * NUMBERS + column] ?? NaN;
    const hash = hashes.slice(index * KEPT_DIGITS, (index + 1) * KEPT_DIGITS);
    yield {
      place: { n: at(0), start: at(1), bytes: at(2), hash },
      timeMs: at(3),
      attempt: at(4),
      coordinates: at(5),
      figures: { flags: flagsOfBits(at(6)), statistics: statisticsAt((column) => at(HEAD_COLUMNS + column)) },
    };
  }
}

function statisticsAt(at: (column: number) => number): Statistics {
  const orNull = (column: number) => (Number.isNaN(at(column)) ? null : at(column));
  return {
    n: at(0),
    minMs: at(1),
    medianMs: at(2),
    meanMs: at(3),
    p10Ms: at(4),
    p90Ms: at(5),
    stdevMs: orNull(6),
    medianCi: orNull(7),
    drift: orNull(8),
    steadyMedianMs: orNull(9),
  };
}

const listsOfFlags = new Map<number, readonly Flag[]>();

/** Few combinations occur, and each is one list. */
function flagsOfBits(bits: number): readonly Flag[] {
  const known = listsOfFlags.get(bits) ?? flagNames.filter((_, index) => (bits & (1 << index)) !== 0);
  listsOfFlags.set(bits, known);
  return known;
}
