import type { LibraryFile } from "../../tables/export/library.js";
import type { RefusedRow, TableFile, UnusableFile } from "../../tables/import/read-file.js";
import { newTable } from "../../tables/import/new-table.js";
import { countText } from "../quantities.js";

/** What an import read, and what it would write or has written. */
export interface ImportPicture {
  readonly usable: readonly TableFile[];
  readonly unusable: readonly UnusableFile[];
  readonly library: readonly LibraryFile[];
  readonly written: boolean;
}

/** Rows beyond these are counted, not told. */
const MOST_ROWS = 20;

/** An import for people: each file and what was refused of it, then each table and what was added to it. */
export function importText({ usable, unusable, library, written }: ImportPicture): string {
  return [
    ...usable.flatMap(fileLines),
    ...unusable.map(({ file, reason }) => `${file}: not imported: ${reason}\n`),
    ...library.map(libraryLine),
    ...(written || library.length === 0 ? [] : ["nothing was written; --to FOLDER writes these tables\n"]),
  ].join("");
}

function fileLines(file: TableFile): string[] {
  const { publication } = newTable(file).facts;
  return [
    `${file.file}: ${countText(file.table.rows, "row")} of ${file.table.name}, ${publication.state}${mixture(file)}\n`,
    ...file.settled.map((settled) => `  ${settled}\n`),
    ...refusedLines(file),
  ];
}

/** Rows of several measurers in one file are set apart; how many went where is told with the tables. */
function mixture({ table }: TableFile): string {
  const mixed = ["device", "framework", "version"].flatMap((name) => {
    const column = table.columns.get(name);
    const texts =
      column?.type === "text" ? new Set(Array.from(column.codes, (code) => column.values[code])) : new Set();
    return texts.size > 1 ? [`${texts.size} ${name}s (${[...texts].join(", ")})`] : [];
  });
  return mixed.length === 0 ? "" : `; mixed, set apart: ${mixed.join(", ")}`;
}

function refusedLines({ file, refused }: TableFile): string[] {
  const left = refused.length - MOST_ROWS;
  return [
    ...refused.slice(0, MOST_ROWS).map(({ row, reason }: RefusedRow) => `  refused: ${file} row ${row}: ${reason}\n`),
    ...(left > 0 ? [`  and ${countText(left, "more refused row")}\n`] : []),
  ];
}

function libraryLine({ path, table, added, same, replaced, conflicts }: LibraryFile): string {
  const parts = [
    countText(table.rows, "row"),
    `${added} added`,
    ...(same > 0 ? [`${same} there already`] : []),
    ...(replaced > 0 ? [`${replaced} of an earlier state gave way`] : []),
    ...(conflicts.keys > 0
      ? [
          `${countText(conflicts.keys, "key")} with more than one value, up to ${((conflicts.worstSpread - 1) * 100).toFixed(1)} % apart`,
        ]
      : []),
  ];
  return `${path}: ${parts.join(", ")}\n`;
}

/** The same for programs. */
export function importJson({ usable, unusable, library, written }: ImportPicture): object {
  return {
    files: usable.map((file) => ({
      file: file.file,
      format: file.format,
      table: file.table.name,
      rows: file.table.rows,
      publication: newTable(file).facts.publication,
      settled: file.settled,
      refused: file.refused,
    })),
    unusable,
    tables: library.map(({ path, measurer, table, added, same, replaced, conflicts }) => ({
      path,
      ...measurer,
      rows: table.rows,
      added,
      same,
      replaced,
      conflicts,
    })),
    written,
  };
}
