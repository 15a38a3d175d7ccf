import { useMemo } from "preact/hooks";
import type { LineStyle } from "../../charts/line-style.js";
import type { CaseSummary } from "../../data/report.js";
import { caseAddress } from "../../shell/route.js";
import { DataTable } from "../../tables/data-table.js";
import type { Highlight } from "./highlight.js";
import { caseColumns } from "./case-columns.js";

interface CaseTableProps {
  readonly cases: readonly CaseSummary[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly marked: string | null;
  readonly onPoint: (highlight: Highlight | null) => void;
}

/** The cases of a campaign; it is the legend of their curves as well. */
export function CaseTable({ cases, styles, marked, onPoint }: CaseTableProps) {
  const columns = useMemo(() => caseColumns(cases, styles), [cases, styles]);
  return (
    <DataTable
      caption="Cases"
      columns={columns}
      rows={cases}
      keyOf={({ key }) => key}
      marked={marked}
      onPoint={(one) => onPoint(one === null ? null : { key: one.key, place: null })}
      onChoose={(one) => {
        location.hash = caseAddress(one.key);
      }}
    />
  );
}
