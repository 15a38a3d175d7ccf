import { useMemo } from "preact/hooks";
import { flatFields } from "../../data/case-fields.js";
import type { CaseSummary, ReportCase, ReportPoint } from "../../data/report.js";
import { sweepOf } from "../../data/sweep.js";
import { useCase } from "../../data/use-source.js";
import { Command } from "../../marks/command.js";
import { caseAddress } from "../../shell/route.js";
import { FactList } from "../../tables/fact-list.js";
import { AttemptFailures } from "./attempt-failures.js";
import { AttemptTable } from "./attempt-table.js";
import { CaseHeading } from "./case-heading.js";
import { PointPanel } from "./point-panel.js";
import { PointTable } from "./point-table.js";
import { SweepPictures } from "./sweep-pictures.js";
import { WorkerOutput } from "./worker-output.js";

interface CaseViewProps {
  readonly summary: CaseSummary;
  readonly cases: readonly CaseSummary[];
  /** Coordinates of the point that the address names; empty: none. */
  readonly place: Readonly<Record<string, number>>;
}

/** One case: its sweep with the spread, its points, one point's samples, its attempts, what it is. */
export function CaseView({ summary, cases, place }: CaseViewProps) {
  const one = useCase(summary.key, summary);
  return (
    <article class="case-view">
      <CaseHeading one={summary} cases={cases} />
      {one instanceof Error ? <p class="empty">{one.message}</p> : null}
      {one === undefined || one instanceof Error ? null : <LoadedCase one={one} place={place} />}
    </article>
  );
}

function LoadedCase({ one, place }: { readonly one: ReportCase; readonly place: CaseViewProps["place"] }) {
  const sweep = useMemo(() => sweepOf(one.points), [one]);
  const selected = sweep.points.find((point) => isAt(point, place)) ?? sweep.points.at(-1);
  const select = (point: ReportPoint) => location.replace(caseAddress(one.key, point.coordinates));
  return (
    <>
      <AttemptFailures attempts={one.attempts} />
      {one.again == null ? (
        <p class="hint">All of it is measured, unflagged and current: there is nothing to run again.</p>
      ) : (
        <Command text={one.again} what={againText(one)} />
      )}
      <div class="case-parts">
        {selected === undefined ? (
          <p class="empty">No point of this case has been measured.</p>
        ) : (
          <>
            <SweepPictures one={one} sweep={sweep} selected={selected} onSelect={select} />
            <PointPanel one={one} point={selected} />
            <PointTable sweep={sweep} selected={selected} onSelect={select} />
          </>
        )}
        <AttemptTable one={one} />
        <WorkerOutput attempts={one.attempts} />
        <FactList caption="The case" facts={[["key", one.key], ...flatFields(one.fields)]} />
      </div>
    </>
  );
}

function againText({ state }: ReportCase): string {
  if (state === "done") return "measures the flagged and older points again";
  return state === "failed" ? "tries this case again" : "measures what this case lacks";
}

function isAt(point: ReportPoint, place: Readonly<Record<string, number>>): boolean {
  const entries = Object.entries(place);
  return entries.length > 0 && entries.every(([name, value]) => point.coordinates[name] === value);
}
