import { useMemo, useState } from "preact/hooks";
import { Figure } from "../../charts/figure.js";
import type { ReportCase, ReportPoint } from "../../data/report.js";
import { placeText, type Sweep } from "../../data/sweep.js";
import { latency } from "../../figures/unit.js";
import { spreadText } from "../../marks/spread-text.js";
import { boundsOf } from "./roofline.js";
import { SweepChart } from "./sweep-chart.js";
import { SweepLegend } from "./sweep-legend.js";
import { deviationMeasure, latencyMeasure } from "./sweep-measure.js";

interface SweepPicturesProps {
  readonly one: ReportCase;
  readonly sweep: Sweep;
  readonly selected: ReportPoint;
  readonly onSelect: (point: ReportPoint) => void;
}

/** A sweep's latency and, under the same x axis, how far its samples lie from their median. A click selects a point. */
export function SweepPictures({ one, sweep, selected, onSelect }: SweepPicturesProps) {
  const latencies = useMemo(() => latencyMeasure(sweep, boundsOf(one)), [sweep]);
  const deviations = useMemo(() => deviationMeasure(sweep), [sweep]);
  const [pointed, setPointed] = useState<number | null>(null);
  const point = pointed === null ? undefined : sweep.points[pointed];
  const shared = {
    sweep,
    selected,
    onPoint: setPointed,
    onChoose: () => (point === undefined ? undefined : onSelect(point)),
  };
  return (
    <div class="sweep-pictures">
      <Figure yTitle={latencies.title} readout={<SweepReadout point={point} />}>
        <SweepChart {...shared} size="tall" measure={latencies} label={latencyLabel(sweep)} />
      </Figure>
      <Figure yTitle={deviations.title} legend={<SweepLegend one={one} />}>
        <SweepChart
          {...shared}
          size="low"
          measure={deviations}
          label={`Spread of the samples round their median over ${sweep.axis}`}
        />
      </Figure>
    </div>
  );
}

function SweepReadout({ point }: { readonly point: ReportPoint | undefined }) {
  if (point === undefined) return <span class="hint">point at the curve, click to select a point</span>;
  return (
    <>
      <strong>{placeText(point)}</strong> <span>{spreadText(point.statistics)}</span>
    </>
  );
}

function latencyLabel({ axis, points }: Sweep): string {
  const medians = points.map((point) => `${placeText(point)} ${latency(point.statistics.medianMs)}`);
  return `Latency over ${axis}, logarithmic axes: ${medians.join(", ")}`;
}
