import { TableUnreadable } from "../formats/table-unreadable.js";

/** The cells of a CSV file below its header. */
export interface CsvCells {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** [rows] the line on which each begins, from 1. */
  readonly lines: readonly number[];
  /** Lines on which the header stands again. */
  readonly repeatedHeaders: readonly number[];
}

/**
 * Reads CSV (RFC 4180): commas, cells in double quotes where they hold commas, quotes or line ends.
 * @throws TableUnreadable for no header, a header that names a column twice, or a quote that is never closed
 */
export function readCsv(text: string): CsvCells {
  const records = [...csvRecords(text)];
  const [first, ...rest] = records;
  if (!first) throw new TableUnreadable("it has no header: it is empty");
  const header = first.cells.map((cell) => cell.trim());
  checkHeader(header);
  const repeats = rest.filter(({ cells }) => isHeader(cells, header));
  const rows = rest.filter(({ cells }) => !isHeader(cells, header));
  return {
    header,
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
    repeatedHeaders: repeats.map(({ line }) => line),
  };
}

function checkHeader(header: readonly string[]): void {
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw new TableUnreadable(`its header names the column ${twice} twice: which one is meant?`);
  if (header.includes("")) throw new TableUnreadable("its header has a column without a name");
}

function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  return cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index]);
}

interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

function* csvRecords(text: string): Generator<CsvRecord> {
  let line = 1;
  let cells: string[] = [];
  let start = line;
  for (const { cell, end, newlines } of csvCells(text.replace(/^\uFEFF/, ""))) {
    if (cells.length === 0) start = line;
    cells.push(cell);
    line += newlines;
    if (end === "cell") continue;
    if (cells.length > 1 || cells[0]?.trim() !== "") yield { cells, line: start };
    cells = [];
  }
}

interface CsvCell {
  readonly cell: string;
  /** What comes after it. */
  readonly end: "cell" | "record";
  /** Line ends in it and after it. */
  readonly newlines: number;
}

const PLAIN_CELL = /([^,\r\n"]*)(,|\r?\n|$)/y;
const QUOTED_CELL = /"((?:[^"]|"")*)"[ \t]*(,|\r?\n|$)/y;

function* csvCells(text: string): Generator<CsvCell> {
  for (let offset = 0; offset < text.length;) {
    const pattern = text[offset] === '"' ? QUOTED_CELL : PLAIN_CELL;
    pattern.lastIndex = offset;
    const found = pattern.exec(text);
    if (!found)
      throw new TableUnreadable(
        `it has a quote in the wrong place (near ${JSON.stringify(text.slice(offset, offset + 20))})`,
      );
    const [whole, content = "", separator = ""] = found;
    const cell = pattern === QUOTED_CELL ? content.replaceAll('""', '"') : content;
    yield { cell, end: separator === "," ? "cell" : "record", newlines: whole.split("\n").length - 1 };
    offset += whole.length;
    if (separator === "," && offset === text.length) yield { cell: "", end: "record", newlines: 0 };
  }
}
