import type { ReportCheck, ReportTable } from "../../../src/view/report/findings.js";
import { count } from "../../figures/number.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";
import { shortFile } from "./finding-table.js";

interface TableListProps {
  readonly tables: readonly ReportTable[];
  /** `null`: they have not been checked yet. */
  readonly findings: ReportCheck["findings"] | null;
}

/** Some tables: what is in them, who measured it, and what is known of how it came to be. */
export function TableList({ tables, findings }: TableListProps) {
  const columns: readonly Column<ReportTable>[] = [
    { title: "table", value: ({ file }) => shortFile(file), hint: ({ file }) => file },
    { title: "kind", value: ({ kind }) => kind },
    { title: "rows", value: ({ rows }) => rows, figure: count },
    { title: "refused", note: "Rows that are no measurement", value: ({ refused }) => refused, figure: count },
    {
      title: "findings",
      value: ({ file }) => findings?.filter((finding) => finding.file === file).length ?? null,
      figure: count,
    },
    {
      title: "provenance",
      value: ({ publication }) => publication.state,
      hint: ({ publication }) => publication.reasons.join("; "),
    },
    {
      title: "measured",
      value: ({ measurers }) =>
        measurers.map(({ framework, version, device }) => `${framework} ${version} on ${device}`).join("; "),
    },
  ];
  return <DataTable caption="Tables" columns={columns} rows={tables} keyOf={({ file }) => file} />;
}
