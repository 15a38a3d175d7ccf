import { useMemo, useState } from "preact/hooks";
import { lineStyles } from "../../charts/line-style.js";
import { filterCases } from "../../data/case-filter.js";
import type { ReportData } from "../../data/report.js";
import { CaseTable } from "../cases/case-table.js";
import { FilterField } from "../cases/filter-field.js";
import { CurvesChart } from "./curves-chart.js";
import { Failures } from "./failures.js";
import { sameHighlight, type Highlight } from "../cases/highlight.js";
import { Memory } from "../memory/memory.js";
import { Refusals } from "./refusals.js";
import { Totals } from "./totals.js";

/** With more cases than this, a field to filter them by name is worth its place. */
const manyCases = 12;

/** The campaign at a glance: where it stands, what failed, every case's curve. */
export function CampaignView({ data }: { readonly data: ReportData }) {
  const [filter, setFilter] = useState("");
  const [highlight, setHighlight] = useState<Highlight | null>(null);
  const styles = useMemo(() => lineStyles(data.cases), [data.cases]);
  const cases = useMemo(() => filterCases(data.cases, filter), [data.cases, filter]);
  const point = useMemo(
    () => (next: Highlight | null) => setHighlight((now) => (sameHighlight(now, next) ? now : next)),
    [],
  );
  const many = data.cases.length > manyCases;
  return (
    <>
      <Totals data={data} />
      <Failures cases={data.cases} />
      <section class={`overview ${many ? "overview-many" : "overview-few"}`}>
        <div class="overview-picture">
          <h2>Latency of every case</h2>
          {many ? <FilterField value={filter} onInput={setFilter} /> : null}
          <CurvesChart cases={cases} styles={styles} highlight={highlight} onHighlight={point} />
        </div>
        <CaseTable cases={cases} styles={styles} marked={highlight?.key ?? null} onPoint={point} />
        <Memory workers={data.memory ?? []} />
      </section>
      <Refusals refusals={data.refusals} />
    </>
  );
}
