import type { RefusedRow } from "../../import/read-file.js";
import type { CheckedTable } from "../checked-table.js";
import { cellEvidence } from "../evidence.js";
import { MAX_ROWS } from "../finding.js";
import type { Gate, GateFinding } from "../gate.js";

export const badValueGate: Gate = {
  name: "bad-value",
  severity: "error",
  looksFor: "rows whose latency is no finite duration above 0, and keys with holes or sizes below 1",
  needs: "the table",
  todo: "measure these points again, and mend the collector: a failed case is no number",
  find: ({ tables }) => tables.flatMap(findBadValues),
};

/** One finding a column: the same fault of a thousand rows has one cause. */
function findBadValues({ file, refused, table }: CheckedTable): GateFinding[] {
  const columns = new Map<string, RefusedRow[]>();
  for (const row of refused) columns.set(row.column, [...(columns.get(row.column) ?? []), row]);
  return [...columns].map(([column, rows]) => ({
    file,
    scope: column === "" ? {} : { column },
    rows: rows.slice(0, MAX_ROWS).map(({ row }) => row),
    says: `${rows.length} of ${table.rows + refused.length} rows are no measurement: ${reasons(rows)}`,
    excess: rows.length,
    numbers: { rows: rows.length },
    evidence: cellEvidence(
      ["row", "column", "what is wrong"],
      rows.map(({ row, reason }) => ({ cells: [row, column, reason], isBad: true })),
    ),
  }));
}

function reasons(rows: readonly RefusedRow[]): string {
  const distinct = [...new Set(rows.map(({ reason }) => reason))];
  return distinct.length > 3 ? `${distinct.slice(0, 3).join("; ")}; and others` : distinct.join("; ");
}
