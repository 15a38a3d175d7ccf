import type { Coordinates } from "../../identity/keys.js";

/** Of which column a row's latency is, in which unit, and which columns tell the rows of a case apart. */
export interface RowReading {
  readonly latency: string;
  readonly unit: keyof typeof NS_PER_UNIT;
  /** `null`: all but the latency and what `NO_PLACE` lists. */
  readonly points: readonly string[] | null;
}

const NS_PER_UNIT = { s: 1e9, ms: 1e6, us: 1e3, ns: 1 };
export const latencyUnits = ["s", "ms", "us", "ns"] as const satisfies readonly RowReading["unit"][];

/** Columns of the public tables that say who measured, or what else was measured beside the latency. */
const NO_PLACE: ReadonlySet<string> = new Set(["framework", "version", "device", "power", "power_limit"]);

/** A line of a CSV file, split into cells, and the header above it. */
export interface CsvRow {
  readonly columns: readonly string[];
  readonly cells: readonly string[];
}

/** What a row says of the point that it is. */
export interface RowPoint {
  readonly coordinates: Coordinates;
  readonly latencyNs: number;
  /** Left out by a collector that names none: `null`. */
  readonly kernel: string | null;
}

/** A row that cannot be a point. */
export class RowRefused extends Error {
  override readonly name = "RowRefused";
}

/**
 * Reads a row by its header.
 * @returns `null` for a header that stands there again
 * @throws RowRefused naming the column and what is wrong with it
 */
export function readRow({ columns, cells }: CsvRow, { latency, unit, points }: RowReading): RowPoint | null {
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw new RowRefused(`the header of the collector's rows names the column ${twice} twice`);
  if (cells.length === columns.length && cells.every((cell, index) => cell === columns[index])) return null;
  if (cells.length !== columns.length) {
    throw new RowRefused(`a row has ${cells.length} cells under ${columns.length} columns: ${cells.join(",")}`);
  }
  const row = new Map(columns.map((column, index) => [column, cells[index] ?? ""]));
  const places = points ?? columns.filter((column) => column !== latency && !NO_PLACE.has(column));
  return {
    coordinates: Object.fromEntries(places.map((column) => coordinate(column, cellOf(row, column, "rows.points")))),
    latencyNs: latencyOf(cellOf(row, latency, "rows.latency"), latency) * NS_PER_UNIT[unit],
    kernel: row.get("kernel_source") || null,
  };
}

/**
 * A coordinate is a number from 1 on. Whatever else tells rows apart becomes an axis of its own, on which the row stands
 * at 1: `op_name: conv` is `{"op_name conv": 1}`, the same in every campaign.
 */
function coordinate(column: string, cell: string): readonly [axis: string, place: number] {
  const place = Number(cell);
  return /^\d+$/.test(cell) && Number.isSafeInteger(place) && place > 0 ? [column, place] : [`${column} ${cell}`, 1];
}

function cellOf(row: ReadonlyMap<string, string>, column: string, field: string): string {
  const cell = row.get(column);
  if (cell !== undefined) return cell;
  const there = [...row.keys()].join(", ");
  throw new RowRefused(`the collector's rows have no column ${column} (\`${field}\`); they have: ${there}`);
}

function latencyOf(cell: string, column: string): number {
  const value = /^[\d.eE+-]+$/.test(cell) ? Number(cell) : NaN;
  if (Number.isFinite(value) && value > 0) return value;
  throw new RowRefused(`a row's ${column} is ${cell === "" ? "empty" : cell}: no duration above 0`);
}
