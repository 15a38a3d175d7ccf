import type { Column } from "../../column.js";
import type { CheckedTable } from "../checked-table.js";
import { cellEvidence } from "../evidence.js";
import { MAX_ROWS } from "../finding.js";
import type { Gate, GateFinding } from "../gate.js";

const IDENTITY = ["framework", "version", "device"];

export const mixedIdentityGate: Gate = {
  name: "mixed-identity",
  severity: "error",
  looksFor: "one table with rows of several devices, frameworks or versions",
  needs: "the columns framework, version and device",
  todo: "set the rows apart (`assay import` does), or measure them again on the device that the table is for",
  find: ({ tables }) => tables.flatMap((table) => IDENTITY.flatMap((column) => findMixture(table, column))),
};

function findMixture({ file, table, rowNumbers }: CheckedTable, name: string): GateFinding[] {
  const column = table.columns.get(name);
  const counts = column ? countTexts(column) : new Map<string, number>();
  if (counts.size < 2) return [];
  const ranked = [...counts].sort(([, one], [, other]) => other - one);
  const [usual = ""] = ranked[0] ?? [];
  const strange = Array.from(rowNumbers).filter((_, row) => textOf(column, row) !== usual);
  return [
    {
      file,
      scope: { column: name },
      rows: strange.slice(0, MAX_ROWS),
      says: `its rows are of ${ranked.length} ${name}s: ${ranked.map(([text, count]) => `${count} of "${text}"`).join(", ")}`,
      excess: strange.length,
      numbers: { values: ranked.length, rows: strange.length },
      evidence: cellEvidence(
        [name, "rows"],
        ranked.map(([text, count]) => ({ cells: [text, count], isBad: text !== usual })),
      ),
    },
  ];
}

function countTexts(column: Column): Map<string, number> {
  const counts = new Map<string, number>();
  if (column.type !== "text") return counts;
  for (const code of column.codes) {
    const text = column.values[code] ?? "";
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function textOf(column: Column | undefined, row: number): string {
  return column?.type === "text" ? (column.values[column.codes[row] ?? -1] ?? "") : "";
}
