import { armValue, pointRatios, type CallbackRow, type Comparison, type Experiment } from "../../data/experiment.js";
import { counted, percent, significant } from "../../figures/number.js";
import { RatioChart } from "./ratio-chart.js";

interface ComparisonViewProps {
  readonly experiment: Experiment;
  readonly comparison: Comparison;
  readonly rows: readonly CallbackRow[];
}

/** Two arms held against each other: what must be equal, and whether latency is. */
export function ComparisonView({ experiment, comparison, rows }: ComparisonViewProps) {
  const [first, second] = comparison.arms.map((arm) => armValue(experiment, arm));
  return (
    <section class="comparison">
      <h2>
        {second} against {first}
      </h2>
      {comparison.cases === 0 ? (
        <p class="empty">No case that both arms completed, so nothing is compared.</p>
      ) : (
        <>
          <Checks comparison={comparison} />
          <p class="equivalence">{equivalenceText(comparison)}</p>
          {comparison.rounds.length > 1 ? <p class="hint">{roundsText(comparison)}</p> : null}
          <RatioChart
            comparison={comparison}
            groups={pointRatios(rows, comparison.arms)}
            title={`latency, ${second} / ${first}`}
          />
        </>
      )}
    </section>
  );
}

function Checks({ comparison }: { readonly comparison: Comparison }) {
  const checks = [
    ["keys", comparison.equalKeys],
    ["order", comparison.equalOrder],
    ["kernels", comparison.equalKernels],
    ["routing", comparison.equalRouting],
  ] as const;
  return (
    <ul class="checks" aria-label={`Over ${counted(comparison.cases, "case")} that both arms completed`}>
      {checks.map(([name, equal]) => (
        <li key={name} class={equal ? "" : "check-differs"}>
          <span aria-hidden="true">{equal ? "✓" : "✕"}</span> {name} {equal ? "equal" : "differ"}
        </li>
      ))}
      <li class="hint">over {counted(comparison.cases, "case")} that both arms completed</li>
    </ul>
  );
}

const verdicts: Readonly<Record<Comparison["latency"]["verdict"], string>> = {
  equivalent: "Latency is the same",
  different: "Latency differs",
  inconclusive: "Latency: these cases show neither that it is the same nor that it differs",
};

function roundsText({ rounds }: Comparison): string {
  return `Ratio of each round by itself: ${rounds.map(({ ratio }) => ratio?.toFixed(3) ?? "none").join(", ")}.`;
}

function equivalenceText({
  latency: { verdict, margin, ratio, interval, cases, pairs, effectSize },
}: Comparison): string {
  const within = `${verdicts[verdict]}, by a margin of ${percent(margin)}`;
  const of = `${counted(pairs, "paired point")} of ${counted(cases, "case")}`;
  if (ratio === null || interval === null) return `${within}: ${of}.`;
  const effect = effectSize === null ? "" : `, effect size ${significant(effectSize, 2)}`;
  const [low, high] = interval.map((bound) => bound.toFixed(3));
  return `${within}: ratio ${ratio.toFixed(3)}, 90 % interval ${low} to ${high}, over ${of}${effect}.`;
}
