import { useMemo } from "preact/hooks";
import { armValue, callbackRows, type Experiment } from "../../data/experiment.js";
import { memoryCourses } from "../../data/memory-course.js";
import type { Overview } from "../../data/report.js";
import { counted, percent } from "../../figures/number.js";
import { MemoryChart } from "../memory/memory-chart.js";
import { MemoryLegend } from "../memory/memory-legend.js";
import { WorkerTable } from "../memory/worker-table.js";
import { CallbackTable } from "./callback-table.js";
import { ComparisonView } from "./comparison-view.js";

/** A paired experiment: the same cases in each arm, their memory, their outcomes, and whether latency is the same. */
export function ExperimentView({ overview }: { readonly overview: Overview }) {
  const { experiment = null, memory = [] } = overview;
  const courses = useMemo(() => memoryCourses(memory), [memory]);
  const rows = useMemo(() => (experiment === null ? [] : callbackRows(experiment)), [experiment]);
  if (experiment === null) return <NoExperiment />;
  return (
    <article class="experiment">
      <Heading experiment={experiment} cases={rows.length} />
      <div class="experiment-parts">
        <section>
          <h2>Memory over the callbacks</h2>
          {courses.length === 0 ? (
            <p class="empty">No callback has returned yet, or memory is not available on this platform.</p>
          ) : (
            <MemoryChart
              courses={courses}
              title="memory of the worker"
              size="tall"
              legend={<MemoryLegend courses={courses} />}
            />
          )}
        </section>
        <CallbackTable experiment={experiment} rows={rows} />
        {experiment.comparisons.map((comparison) => (
          <ComparisonView key={comparison.arms[1]} experiment={experiment} comparison={comparison} rows={rows} />
        ))}
        {memory.length === 0 ? null : <WorkerTable workers={memory} />}
      </div>
    </article>
  );
}

function NoExperiment() {
  return (
    <section>
      <h1 tabIndex={-1}>Experiment</h1>
      <p class="empty">
        This campaign has no arms. <code>assay paired FILE --vary reclaim=never,after-success --dir DIR</code> measures
        one that has.
      </p>
    </section>
  );
}

function Heading({ experiment, cases }: { readonly experiment: Experiment; readonly cases: number }) {
  const { vary, order, margin, rounds } = experiment.experiment;
  const values = experiment.arms.map((arm) => armValue(experiment, arm));
  return (
    <div class="experiment-heading">
      <h1 tabIndex={-1}>
        {vary}: {values.join(" against ")}
      </h1>
      <p class="case-summary">
        <span>{counted(cases, "callback")} in each arm</span>
        {rounds === undefined ? null : <span>{counted(rounds, "round")}, all of them compared together</span>}
        <span>{order === "interleaved" ? "each case in all arms before the next" : "arm after arm"}</span>
        <span>latencies within {percent(margin)} count as the same</span>
        {experiment.demonstrations.length === 0 ? null : (
          <span>a demonstration ({experiment.demonstrations.join(", ")}): its points are never published</span>
        )}
      </p>
    </div>
  );
}
