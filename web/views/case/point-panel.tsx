import { flagWord } from "../../data/flag-words.js";
import { rankShare } from "../../data/routing.js";
import type { ReportCase, ReportPoint } from "../../data/report.js";
import { placeText } from "../../data/sweep.js";
import { count, percent } from "../../figures/number.js";
import { latency } from "../../figures/unit.js";
import { achievedRates } from "./roofline.js";
import { RoutingChart } from "./routing-chart.js";
import { SamplesChart } from "./samples-chart.js";

interface PointPanelProps {
  readonly one: ReportCase;
  readonly point: ReportPoint;
}

/** One point: its figures, its samples in order and as a distribution, the routing that it achieved. */
export function PointPanel({ one, point }: PointPanelProps) {
  return (
    <section class="point-panel" aria-label={`The point at ${placeText(point)}`}>
      <h2>
        {placeText(point)} <span class="headline">{latency(point.statistics.medianMs)}</span>
      </h2>
      {point.flags.map((flag) => (
        <p key={flag} class="flag-line">
          <strong>{flagWord(flag).name}</strong> {flagWord(flag).meaning}
        </p>
      ))}
      <PointFigures one={one} point={point} />
      <SamplesChart point={point} />
      {point.routing === null ? null : <RoutingChart routing={point.routing} share={rankShare(one, point)} />}
    </section>
  );
}

function PointFigures({ one, point }: PointPanelProps) {
  const { statistics, method, router } = point;
  const figures: readonly (readonly [string, string])[] = [
    ["95 % CI", statistics.medianCi === null ? "–" : `± ${percent(statistics.medianCi)}`],
    ["mean", latency(statistics.meanMs)],
    ["stdev", statistics.stdevMs === null ? "–" : latency(statistics.stdevMs)],
    ["drift", percent(statistics.drift)],
    ["smallest", latency(statistics.minMs)],
    ...(statistics.steadyMedianMs === null ? [] : [["steady median", latency(statistics.steadyMedianMs)] as const]),
    ["samples", count(statistics.n)],
    ["clock", method.clock.replaceAll("_", " ")],
    ["cache", method.cache],
    ["iterations a sample", count(method.iterationsPerSample)],
    ...achievedRates(point, one),
    ...(router === null ? [] : [["router", router] as const]),
  ];
  return (
    <dl class="figures point-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
