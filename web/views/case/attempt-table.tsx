import { attemptMemory, keptBytes, measureName, type AttemptMemory } from "../../data/attempt-memory.js";
import type { ReportAttempt, ReportCase } from "../../data/report.js";
import { significant } from "../../figures/number.js";
import { moment, timeOfDay } from "../../figures/time.js";
import { byteUnit, type Unit } from "../../figures/unit.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

interface AttemptRow {
  readonly attempt: ReportAttempt;
  readonly memory: AttemptMemory | null;
}

/** The attempts of a case with the worker's memory at its three moments; nothing before the first. */
export function AttemptTable({ one: { attempts } }: { readonly one: ReportCase }) {
  if (attempts.length === 0) return null;
  const rows = attempts.map((attempt) => ({ attempt, memory: attemptMemory(attempt) }));
  const measure = measureName(attempts);
  const columns = [...attemptColumns, ...(measure === null ? [] : memoryColumns(byteUnit(mostBytes(rows))))];
  return (
    <div class="attempts">
      <DataTable caption="Attempts" columns={columns} rows={rows} keyOf={({ attempt }) => attempt.attempt} />
      <p class="hint">Memory{measure === null ? " is not available here." : `: ${measure}.`}</p>
    </div>
  );
}

function mostBytes(rows: readonly AttemptRow[]): number {
  return Math.max(1, ...rows.map(({ memory }) => Math.max(memory?.beforeBytes ?? 0, memory?.afterReturnBytes ?? 0)));
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
  const column = (title: string, note: string, read: (memory: AttemptMemory) => number | null): Column<AttemptRow> => ({
    title,
    note,
    unit: unit.name,
    value: ({ memory }) => scaled(memory === null ? null : read(memory), unit),
    figure: (value) => significant(value),
  });
  return [
    column("before", "When the callback was called", (memory) => memory.beforeBytes),
    column(
      "after return",
      "When it had returned or raised, before any collection",
      (memory) => memory.afterReturnBytes,
    ),
    column("after reclaim", "When unreachable objects had been collected", (memory) => memory.afterReclaimBytes),
    column("kept", "The last reading less the first: what the callback left behind", keptBytes),
  ];
}

function scaled(bytes: number | null, unit: Unit): number | null {
  return bytes === null ? null : bytes / unit.size;
}
