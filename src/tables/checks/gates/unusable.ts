import type { UnusableFile } from "../../import/read-file.js";
import { cellEvidence } from "../evidence.js";
import type { CellEvidence } from "../finding.js";
import type { Gate } from "../gate.js";

function findUnusable(unusable: readonly UnusableFile[], fault: UnusableFile["fault"]) {
  return unusable
    .filter((file) => file.fault === fault)
    .map((found) => ({
      file: found.file,
      scope: {},
      rows: [],
      says: found.reason,
      excess: 1,
      numbers: { bytes: found.content.bytes },
      evidence: found.columns.length > 0 ? columnEvidence(found) : contentEvidence(found),
    }));
}

function columnEvidence({ columns }: UnusableFile): CellEvidence {
  return cellEvidence(
    ["column", "what belongs there", "what is there"],
    columns.map(({ column, wants, has }) => ({ cells: [column, wants, has ?? "no such column"], isBad: true })),
  );
}

function contentEvidence({ content: { bytes, begins, ends } }: UnusableFile): CellEvidence {
  return cellEvidence(["bytes", "it begins with", "it ends with"], [{ cells: [bytes, begins, ends], isBad: true }]);
}

export const unreadableGate: Gate = {
  name: "unreadable",
  severity: "error",
  looksFor: "files that are no complete table: cut off, damaged, or a pointer to a table that was not fetched",
  needs: "the file",
  todo: "fetch or copy the file again; where it is gone, measure again",
  find: ({ unusable }) => findUnusable(unusable, "unreadable"),
};

export const schemaGate: Gate = {
  name: "schema",
  severity: "error",
  looksFor: "tables that lack a column of their kind, or hold it in another type",
  needs: "the table's name",
  todo: "write the table again with the columns of its kind; a program that reads it by name fails or takes another value",
  find: ({ unusable }) => [
    ...findUnusable(unusable, "schema"),
    ...findUnusable(unusable, "unknown").map((finding) => ({ ...finding, severity: "notice" as const })),
  ],
};
