import type { Publication } from "../../ledger/publication-gate.js";
import type { Withheld } from "../../ledger/published-points.js";
import { countText } from "../quantities.js";

/** What an export wrote. */
export interface ExportPicture {
  readonly files: readonly {
    readonly path: string;
    /** `null`: it is no table, but stands beside one. */
    readonly rows: number | null;
    /** Keys with more than one value. */
    readonly conflicts: number;
    /** Words that stand under another name. */
    readonly writtenAs: Readonly<Record<string, string>>;
  }[];
  /** `null`: the tables were no campaign's. */
  readonly publication: Publication | null;
  readonly withheld: readonly Withheld[];
}

/** An export for people: each file, on what terms, and what stayed behind. */
export function exportText({ files, publication, withheld }: ExportPicture): string {
  return [
    ...files.map(fileLine),
    ...(files.length === 0 ? ["nothing to export\n"] : []),
    ...(publication === null ? [] : [publicationText(publication)]),
    ...withheld.map(({ reason, points }) => `left out: ${countText(points, "point")} (${reason})\n`),
  ].join("");
}

function fileLine({ path, rows, conflicts, writtenAs }: ExportPicture["files"][number]): string {
  if (rows === null) return `${path}\n`;
  const conflict = conflicts > 0 ? `, ${countText(conflicts, "key")} with more than one value` : "";
  const names = Object.entries(writtenAs).map(([own, other]) => `, ${own} as ${other}`);
  return `${path}: ${countText(rows, "row")}${conflict}${names.join("")}\n`;
}

function publicationText({ state, reasons }: Publication): string {
  return state === "final" ? "final: may be published\n" : `draft, not to be published: ${reasons.join("; ")}\n`;
}

/** The same for programs. */
export function exportJson({ files, publication, withheld }: ExportPicture): object {
  return {
    files: files.map(({ path, rows, conflicts, writtenAs }) => ({ path, rows, conflicts, written_as: writtenAs })),
    publication,
    withheld,
  };
}
