import { basename } from "node:path";
import type { Column } from "../column.js";
import { SOURCE } from "../export/measurement-columns.js";
import { sourceMark } from "../export/moe-table.js";
import type { NewTable } from "../export/library.js";
import type { TableSource } from "../formats/table-facts.js";
import { attestationOf } from "./attestation.js";
import type { TableFile } from "./read-file.js";

/** A file that was read, ready to lie in a folder of tables: what Assay wrote keeps its sources, others get one. */
export function newTable({ file, format, hash, table, refused, settled, facts }: TableFile): NewTable {
  if (facts && facts.sources.length > 0) return { table, facts };
  const publication = facts?.publication ?? attestationOf(file);
  const source: TableSource = {
    kind: "import",
    id: hash,
    file: basename(file),
    format,
    publication,
    converted: [...settled],
    rows: table.rows,
    refused: refused.length,
  };
  const marks: Column = { type: "text", codes: new Int32Array(table.rows), values: [sourceMark(hash)] };
  const columns = new Map([...table.columns, [SOURCE, marks] as const]);
  return {
    table: { ...table, columns },
    facts: { statistic: facts?.statistic ?? null, publication, sources: [source] },
  };
}
