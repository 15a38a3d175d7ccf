import { useMemo } from "preact/hooks";
import { armValue, caseInArm, type CallbackResult, type CallbackRow, type Experiment } from "../../data/experiment.js";
import { verdictMeanings } from "../../data/verdict-words.js";
import { count, significant } from "../../figures/number.js";
import { byteUnit, type Unit } from "../../figures/unit.js";
import { caseAddress } from "../../shell/route.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

interface CallbackTableProps {
  readonly experiment: Experiment;
  readonly rows: readonly CallbackRow[];
}

/** The callbacks of an experiment, their outcome and memory in each arm side by side. */
export function CallbackTable({ experiment, rows }: CallbackTableProps) {
  const columns = useMemo(() => callbackColumns(experiment), [experiment]);
  return (
    <DataTable
      caption="Callbacks in each arm"
      columns={columns}
      rows={rows}
      keyOf={({ round, number }) => `${round} ${number}`}
    />
  );
}

function callbackColumns(experiment: Experiment): readonly Column<CallbackRow>[] {
  const unit = byteUnit(Math.max(1, ...experiment.callbacks.map((callback) => after(callback) ?? 0)));
  return [
    ...(experiment.experiment.rounds === undefined ? [] : [roundColumn]),
    { title: "callback", value: ({ number }) => number, figure: count },
    { title: "case", value: ({ name }) => name },
    ...experiment.arms.flatMap((arm) => armColumns(arm, armValue(experiment, arm), unit)),
  ];
}

const roundColumn: Column<CallbackRow> = { title: "round", value: ({ round }) => round, figure: count };

function armColumns(arm: string, name: string, unit: Unit): readonly Column<CallbackRow>[] {
  return [
    {
      title: `${name}: outcome`,
      value: ({ results }) => outcome(results.get(arm)),
      cell: (row) => <Outcome result={row.results.get(arm)} />,
      hint: ({ results }) => results.get(arm)?.failure?.message,
    },
    {
      title: "left",
      unit: unit.name,
      note: `Memory of the worker after the callback, under ${name}: after the collection, or after the return where nothing was collected`,
      value: ({ results }) => scaled(after(results.get(arm)), unit),
      figure: (value) => significant(value),
    },
    {
      title: "verdict",
      value: ({ results }) => results.get(arm)?.verdict ?? null,
      hint: ({ results }) => meaning(results.get(arm)),
    },
  ];
}

function Outcome({ result }: { readonly result: CallbackResult | undefined }) {
  const text = outcome(result);
  if (result === undefined) return <>{text}</>;
  return (
    <a href={caseAddress(caseInArm(result.arm, result.case))} class={result.failure ? "state-failed" : ""}>
      {result.failure ? "✕ " : ""}
      {text}
    </a>
  );
}

function outcome(result: CallbackResult | undefined): string {
  return result?.failure?.class.replaceAll("_", " ") ?? result?.state ?? "missing";
}

function meaning(result: CallbackResult | undefined): string | undefined {
  return result?.verdict ? verdictMeanings[result.verdict] : undefined;
}

function after(result: CallbackResult | undefined): number | null {
  const memory = result?.memory?.afterReclaim ?? result?.memory?.afterReturn;
  return memory === undefined ? null : (memory.deviceAllocatedBytes ?? memory.privateBytes);
}

function scaled(bytes: number | null, unit: Unit): number | null {
  return bytes === null ? null : bytes / unit.size;
}
