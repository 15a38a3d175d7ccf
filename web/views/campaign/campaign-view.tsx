import { useMemo, useState } from "preact/hooks";
import type { LiveState } from "../../../src/view/server/messages.js";
import { lineStyles } from "../../charts/line-style.js";
import { filterCases } from "../../data/case-filter.js";
import type { Overview } from "../../data/report.js";
import { count } from "../../figures/number.js";
import { CaseTable } from "../cases/case-table.js";
import { FilterField } from "../cases/filter-field.js";
import { sameHighlight, type Highlight } from "../cases/highlight.js";
import { Memory } from "../memory/memory.js";
import { CurvesChart } from "./curves-chart.js";
import { drawnCurves } from "./drawn-curves.js";
import { Failures } from "./failures.js";
import { Now } from "./now.js";
import { Refusals } from "./refusals.js";
import { Totals } from "./totals.js";

/** With more cases than this, a field to filter them by name is worth its place. */
const manyCases = 12;
/** With more cases than this, their table is a view of its own. */
const mostListed = 40;
/** More curves than this hide each other. */
const mostCurves = 120;

interface CampaignViewProps {
  readonly overview: Overview;
  readonly live: LiveState | null;
}

/** The campaign at a glance: where it stands, what runs now, what failed, the cases' curves, the workers' memory. */
export function CampaignView({ overview, live }: CampaignViewProps) {
  const [words, setWords] = useState("");
  const [highlight, setHighlight] = useState<Highlight | null>(null);
  const { cases: all, failureGroups = [], memory = [], refusals } = overview;
  const styles = useMemo(() => lineStyles(all), [all]);
  const cases = useMemo(() => filterCases(all, { words, state: "" }), [all, words]);
  const { measured, drawn } = useMemo(() => drawnCurves(cases, mostCurves), [cases]);
  const point = useMemo(
    () => (next: Highlight | null) => setHighlight((now) => (sameHighlight(now, next) ? now : next)),
    [],
  );
  const many = all.length > manyCases;
  return (
    <>
      <Totals overview={overview} live={live} />
      {live === null || live.run === "ended" || live.run === "reading" ? null : <Now live={live} />}
      <Failures groups={failureGroups} />
      <section class={`overview ${many ? "overview-many" : "overview-few"}`}>
        <div class="overview-picture">
          <h2>Latency of every case</h2>
          {many ? <FilterField value={words} onInput={setWords} /> : null}
          <CurvesChart cases={drawn} styles={styles} highlight={highlight} onHighlight={point} />
          {drawn.length < measured ? (
            <p class="hint">
              {count(drawn.length)} of {count(measured)} curves are drawn; a filter brings out others.{" "}
              <a href="#/cases">All cases</a>
            </p>
          ) : null}
        </div>
        {all.length > mostListed ? null : (
          <CaseTable cases={cases} styles={styles} marked={highlight?.key ?? null} onPoint={point} />
        )}
        <Memory workers={memory} />
      </section>
      <Refusals refusals={refusals} />
    </>
  );
}
