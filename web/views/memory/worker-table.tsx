import { useMemo } from "preact/hooks";
import type { ReportWorkerMemory } from "../../data/report.js";
import { verdictCounts } from "../../data/verdict-words.js";
import { count, significant } from "../../figures/number.js";
import { byteUnit, type Unit } from "../../figures/unit.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

/** The workers of a campaign: what their callbacks left behind, where that leads, and how each worker ended. */
export function WorkerTable({ workers }: { readonly workers: readonly ReportWorkerMemory[] }) {
  const columns = useMemo(() => workerColumns(workers), [workers]);
  return <DataTable caption="Workers" columns={columns} rows={workers} keyOf={({ worker }) => worker} />;
}

function workerColumns(workers: readonly ReportWorkerMemory[]): readonly Column<ReportWorkerMemory>[] {
  const unit = byteUnit(Math.max(1, ...workers.map(({ startBytes }) => startBytes ?? 0)));
  const limits = byteUnit(Math.max(1, ...workers.map(({ limitBytes }) => limitBytes ?? 0)));
  const arms = workers.some(({ arm }) => arm !== null);
  return [
    { title: "worker", value: ({ worker }) => worker },
    ...(arms ? [{ title: "arm", value: ({ arm }: ReportWorkerMemory) => arm }] : []),
    { title: "callbacks", value: ({ steps }) => steps.length, figure: count },
    { title: "verdicts", note: "What became of its callbacks' layers", value: ({ steps }) => verdictCounts(steps) },
    bytesColumn("after load", "Its memory before the first callback", unit, ({ startBytes }) => startBytes),
    bytesColumn("limit", "Its budget, else the memory of machine or device", limits, ({ limitBytes }) => limitBytes),
    bytesColumn("growth", "What a callback leaves behind, if it goes on so", unit, ({ forecast }) =>
      forecast === null ? null : forecast.growthBytes,
    ),
    {
      title: "out of memory",
      note: "The callback of this worker that will not find room for its layer, if it goes on so",
      value: ({ forecast }) => forecast?.failsAtCallback ?? null,
      cell: ({ forecast }) => <Prospect forecast={forecast} />,
    },
    {
      title: "ended",
      value: ({ ended }) => ended,
      cell: ({ ended }) => <span class="long">{ended ?? "not yet"}</span>,
    },
  ];
}

function Prospect({ forecast }: Pick<ReportWorkerMemory, "forecast">) {
  if (forecast === null) return <span class="none">too few callbacks</span>;
  if (forecast.failsAtCallback === null) return <>not in sight</>;
  return <strong class="warn">at callback {count(forecast.failsAtCallback)}</strong>;
}

type Read = (worker: ReportWorkerMemory) => number | null;

function bytesColumn(title: string, note: string, unit: Unit, read: Read): Column<ReportWorkerMemory> {
  return {
    title,
    note,
    unit: unit.name,
    value: (worker) => {
      const bytes = read(worker);
      return bytes === null ? null : bytes / unit.size;
    },
    figure: (value) => significant(value),
  };
}
