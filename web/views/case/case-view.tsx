import { useMemo } from "preact/hooks";
import { flatFields } from "../../data/case-fields.js";
import type { ReportCase, ReportPoint } from "../../data/report.js";
import { sweepOf } from "../../data/sweep.js";
import { caseAddress } from "../../shell/route.js";
import { FactList } from "../../tables/fact-list.js";
import { AttemptTable } from "./attempt-table.js";
import { CaseHeading } from "./case-heading.js";
import { AttemptFailures } from "./attempt-failures.js";
import { PointPanel } from "./point-panel.js";
import { PointTable } from "./point-table.js";
import { SweepPictures } from "./sweep-pictures.js";

interface CaseViewProps {
  readonly one: ReportCase;
  readonly cases: readonly ReportCase[];
  /** Coordinates of the point that the address names; empty: none. */
  readonly place: Readonly<Record<string, number>>;
}

/** One case: its sweep with the spread, its points, one point's samples, its attempts, what it is. */
export function CaseView({ one, cases, place }: CaseViewProps) {
  const sweep = useMemo(() => sweepOf(one.points), [one]);
  const selected = sweep.points.find((point) => isAt(point, place)) ?? sweep.points.at(-1);
  const select = (point: ReportPoint) => location.replace(caseAddress(one.key, point.coordinates));
  return (
    <article class="case-view">
      <CaseHeading one={one} cases={cases} />
      <AttemptFailures attempts={one.attempts} />
      <div class="case-parts">
        {selected === undefined ? (
          <p class="empty">No point of this case has been measured.</p>
        ) : (
          <>
            <SweepPictures sweep={sweep} selected={selected} onSelect={select} />
            <PointPanel point={selected} />
            <PointTable sweep={sweep} selected={selected} onSelect={select} />
          </>
        )}
        <AttemptTable one={one} />
        <FactList caption="The case" facts={[["key", one.key], ...flatFields(one.fields)]} />
      </div>
    </article>
  );
}

function isAt(point: ReportPoint, place: Readonly<Record<string, number>>): boolean {
  const entries = Object.entries(place);
  return entries.length > 0 && entries.every(([name, value]) => point.coordinates[name] === value);
}
