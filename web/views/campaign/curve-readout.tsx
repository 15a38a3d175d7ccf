import { pointAt, type Curves } from "../../data/curves.js";
import { placeText, sweepOf } from "../../data/sweep.js";
import type { PointSummary } from "../../data/report.js";
import { percent } from "../../figures/number.js";
import { latency } from "../../figures/unit.js";
import type { Highlight } from "../cases/highlight.js";

interface CurveReadoutProps {
  readonly curves: Curves;
  readonly highlight: Highlight | null;
}

/** What is pointed at: a point with its spread, or a case with both ends of its sweep. */
export function CurveReadout({ curves, highlight }: CurveReadoutProps) {
  const one = curves.cases.find(({ key }) => key === highlight?.key);
  if (one === undefined || highlight === null)
    return <span class="hint">point at a curve, click to open its case</span>;
  const point = highlight.place === null ? undefined : pointAt(one, curves.axis, highlight.place);
  const ends = sweepOf(one.points).points;
  return (
    <>
      <strong>{one.name}</strong>{" "}
      {point === undefined ? <Ends first={ends[0]} last={ends.at(-1)} /> : <PointText point={point} />}
    </>
  );
}

function Ends({ first, last }: { readonly first: PointSummary | undefined; readonly last: PointSummary | undefined }) {
  if (first === undefined || last === undefined) return null;
  return (
    <span>
      {latency(first.medianMs)} at {placeText(first)}, {latency(last.medianMs)} at {placeText(last)}
    </span>
  );
}

function PointText({ point }: { readonly point: PointSummary }) {
  const { n, medianMs, p10Ms, p90Ms, medianCi } = point;
  return (
    <span>
      {placeText(point)}: {latency(medianMs)} ± {percent(medianCi)} (p10 {latency(p10Ms)}, p90 {latency(p90Ms)}, n {n})
    </span>
  );
}
