import type { CaseSummary } from "../../data/report.js";
import { placeOf, placeText, sweepOf } from "../../data/sweep.js";
import { latency } from "../../figures/unit.js";

const width = 96;
const height = 18;
const margin = 2;

interface SparklineProps {
  readonly one: CaseSummary;
  /** First and last place of all cases' sweeps, so that curves under each other have one x axis. */
  readonly range: readonly [first: number, last: number];
}

/** The median latencies of a case's sweep: places on a logarithmic axis, latencies on one of the case's own. */
export function Sparkline({ one, range: [first, last] }: SparklineProps) {
  const { axis, points } = sweepOf(one.points);
  if (points.length === 0) return <span class="none">–</span>;
  const medians = points.map(({ medianMs }) => Math.log(medianMs));
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  const span = Math.log(last / first) || 1;
  const x = (place: number) => margin + (Math.log(place / first) / span) * (width - 2 * margin);
  const y = (value: number) => height - margin - ((value - least) / (most - least || 1)) * (height - 2 * margin);
  const places = points.map((point, index) => [x(placeOf(point, axis)), y(medians[index] ?? 0)] as const);
  const [start, end] = [points[0], points.at(-1)];
  return (
    <svg class="sparkline" width={width} height={height} role="img" aria-label={rangeText(start, end)}>
      <title>{rangeText(start, end)}</title>
      {places.length === 1 ? null : (
        <polyline points={places.map((at) => at.map((px) => px.toFixed(1)).join(",")).join(" ")} />
      )}
      {places.map(([px, py], index) =>
        (points[index]?.flags.length ?? 0) > 0 || places.length === 1 ? (
          <circle key={index} cx={px} cy={py} r="1.8" class={(points[index]?.flags.length ?? 0) > 0 ? "flagged" : ""} />
        ) : null,
      )}
    </svg>
  );
}

type Point = CaseSummary["points"][number];

function rangeText(start: Point | undefined, end: Point | undefined): string {
  if (start === undefined || end === undefined) return "";
  const at = (point: Point) => `${latency(point.medianMs)} at ${placeText(point)}`;
  return start === end ? at(start) : `${at(start)}, ${at(end)}`;
}
