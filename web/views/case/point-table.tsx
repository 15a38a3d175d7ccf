import { useMemo } from "preact/hooks";
import type { ReportPoint } from "../../data/report.js";
import { placeText, type Sweep } from "../../data/sweep.js";
import { DataTable } from "../../tables/data-table.js";
import { pointColumns } from "./point-columns.js";

interface PointTableProps {
  readonly sweep: Sweep;
  readonly selected: ReportPoint;
  readonly onSelect: (point: ReportPoint) => void;
}

/** The points of a sweep; a click, or the arrow keys in its first column, select one. */
export function PointTable({ sweep, selected, onSelect }: PointTableProps) {
  const columns = useMemo(() => pointColumns(sweep, selected, onSelect), [sweep, placeText(selected)]);
  return (
    <DataTable
      caption="Points"
      columns={columns}
      rows={sweep.points}
      keyOf={placeText}
      marked={placeText(selected)}
      onChoose={onSelect}
    />
  );
}
