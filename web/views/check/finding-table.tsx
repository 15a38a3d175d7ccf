import { useMemo } from "preact/hooks";
import type { Finding } from "../../../src/tables/checks/finding.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

/** A finding and its place in the ranking, from 0. */
export interface RankedFinding {
  readonly rank: number;
  readonly finding: Finding;
}

interface FindingTableProps {
  readonly findings: readonly RankedFinding[];
  readonly chosen: number;
  readonly onChoose: (rank: number) => void;
}

const columns: readonly Column<RankedFinding>[] = [
  { title: "rank", value: ({ rank }) => rank + 1, figure: String },
  {
    title: "severity",
    value: ({ finding }) => finding.severity,
    cell: ({ finding: { severity } }) => <SeverityMark severity={severity} />,
  },
  { title: "gate", value: ({ finding }) => finding.gate },
  { title: "what is wrong", value: ({ finding }) => finding.says },
  { title: "where", value: ({ finding }) => scopeText(finding) },
  { title: "table", value: ({ finding }) => shortFile(finding.file), hint: ({ finding }) => finding.file },
];

/** All findings, the gravest first; choosing one shows its evidence. */
export function FindingTable({ findings, chosen, onChoose }: FindingTableProps) {
  const marked = useMemo(() => String(chosen), [chosen]);
  return (
    <DataTable
      caption="Findings"
      columns={columns}
      rows={findings}
      keyOf={({ rank }) => String(rank)}
      marked={marked}
      onChoose={({ rank }) => onChoose(rank)}
    />
  );
}

const signs: Readonly<Record<Finding["severity"], string>> = { error: "✕", warning: "!", notice: "·" };

/** A severity, told by a sign as well as by its colour. */
export function SeverityMark({ severity }: Pick<Finding, "severity">) {
  return (
    <span class={`severity-${severity}`}>
      <span aria-hidden="true">{signs[severity]}</span> {severity}
    </span>
  );
}

/** Who and what is measured stands in the table's name, or is the same in all rows. */
const quiet: ReadonlySet<string> = new Set(["framework", "version", "device", "op_name", "beam_width"]);

/** Where a finding is: `bfloat16, n 5120, k 2560`. */
export function scopeText({ scope }: Finding): string {
  return Object.entries(scope)
    .filter(([name]) => !quiet.has(name))
    .map(([name, cell]) => (typeof cell === "number" ? `${name} ${cell}` : cell))
    .join(", ");
}

/** The end of a path: what tells tables apart. */
export function shortFile(file: string): string {
  return file.split("/").slice(-4).join("/");
}
