import { useMemo } from "preact/hooks";
import {
  keptBytes,
  memoryCurves,
  memoryMeasureNames,
  mostBytes,
  type MemoryCurve,
  type MemoryStep,
} from "../../data/memory-curve.js";
import type { ReportAttempt, ReportCase } from "../../data/report.js";
import { moment, timeOfDay } from "../../figures/time.js";
import { byteUnit, type Unit } from "../../figures/unit.js";
import { significant } from "../../figures/number.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

interface AttemptRow {
  readonly attempt: ReportAttempt;
  readonly step: MemoryStep | undefined;
}

/** The attempts of a case with the worker's memory at its three moments; nothing before the first. */
export function AttemptTable({ one }: { readonly one: ReportCase }) {
  const curves = useMemo(() => memoryCurves([one]), [one]);
  const steps = curves.flatMap((curve) => curve.steps);
  const rows = one.attempts.map((attempt) => ({ attempt, step: steps.find((step) => step.attempt === attempt) }));
  if (rows.length === 0) return null;
  const columns = [...attemptColumns, ...(steps.length === 0 ? [] : memoryColumns(byteUnit(mostBytes(steps))))];
  return (
    <div class="attempts">
      <DataTable caption="Attempts" columns={columns} rows={rows} keyOf={({ attempt }) => attempt.attempt} />
      <p class="hint">{measureText(curves)}</p>
    </div>
  );
}

function measureText(curves: readonly MemoryCurve[]): string {
  const names = new Set(curves.map(({ measure }) => memoryMeasureNames[measure]));
  return names.size === 0 ? "Memory is not available here." : `Memory: ${[...names].join(", ")}.`;
}

const attemptColumns: readonly Column<AttemptRow>[] = [
  { title: "attempt", value: ({ attempt }) => attempt.attempt },
  { title: "outcome", value: ({ attempt }) => attempt.failure?.class.replaceAll("_", " ") ?? attempt.outcome },
  { title: "worker", value: ({ attempt }) => attempt.worker },
  {
    title: "started",
    unit: "UTC",
    value: ({ attempt }) => attempt.startedAt,
    cell: ({ attempt }) => timeOfDay(attempt.startedAt),
    hint: ({ attempt }) => moment(attempt.startedAt),
  },
];

function memoryColumns(unit: Unit): readonly Column<AttemptRow>[] {
  const column = (title: string, note: string, read: (step: MemoryStep) => number | null): Column<AttemptRow> => ({
    title,
    note,
    unit: unit.name,
    value: ({ step }) => scaled(step === undefined ? null : read(step), unit),
    figure: (value) => significant(value),
  });
  return [
    column("before", "When the callback was called", (step) => step.beforeBytes),
    column("after return", "When it had returned or raised, before any collection", (step) => step.afterReturnBytes),
    column("after reclaim", "When unreachable objects had been collected", (step) => step.afterReclaimBytes),
    column("kept", "The last reading less the first: what the callback left behind", keptBytes),
  ];
}

function scaled(bytes: number | null, unit: Unit): number | null {
  return bytes === null ? null : bytes / unit.size;
}
