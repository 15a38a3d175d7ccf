import { Key } from "../../charts/key.js";
import { binsOf } from "../../charts/bins.js";
import { Figure } from "../../charts/figure.js";
import { tickLabel } from "../../charts/log-axes.js";
import { evenTicks } from "../../charts/log-ticks.js";
import { XAxis, YAxis } from "../../charts/svg-axes.js";
import { useWidth } from "../../charts/use-width.js";
import type { ReportPoint } from "../../data/report.js";
import { samplesMs } from "../../data/samples.js";
import { latency, latencyUnit, type Unit } from "../../figures/unit.js";
import { samplesLayout, type SamplesLayout } from "./samples-layout.js";

/** A point's samples in the order in which they were taken and, over the same latency axis, how they are distributed. */
export function SamplesChart({ point }: { readonly point: ReportPoint }) {
  const { place, width } = useWidth<HTMLDivElement>();
  if (point.samplesNs.length === 0)
    return <p class="hint">A report of so many points has the samples of flagged ones alone; the journal has all.</p>;
  const { medianMs } = point.statistics;
  const unit = latencyUnit(medianMs, medianMs);
  const layout = samplesLayout(point, width);
  return (
    <Figure yTitle={`samples, ${unit.name}`} legend={<SamplesLegend />}>
      <div ref={place} class="svg-place samples">
        {width === 0 ? null : (
          <svg width={width} height={layout.height} role="img" aria-label={samplesLabel(point)}>
            <Axes layout={layout} unit={unit} />
            <Spread layout={layout} point={point} />
            <Samples layout={layout} point={point} />
            <Distribution layout={layout} point={point} />
          </svg>
        )}
      </div>
    </Figure>
  );
}

function Axes({ layout, unit: { size } }: { readonly layout: SamplesLayout; readonly unit: Unit }) {
  const { min, max, left, right, orderRight, binsLeft, top, bottom, count, x, y } = layout;
  const latencies = evenTicks({ min: min / size, max: max / size, most: 4 });
  const samples = evenTicks({ min: 2, max: count, most: 4 }).filter(Number.isInteger);
  const middle = (left + orderRight) / 2;
  return (
    <>
      <YAxis ticks={latencies} y={(tick) => y(tick * size)} left={left} right={right} label={tickLabel} />
      <XAxis
        ticks={[1, ...samples]}
        x={(tick) => x(tick - 1)}
        bottom={bottom}
        title="sample, in order"
        middle={middle}
      />
      <XAxis ticks={[]} x={x} bottom={bottom} title="distribution" middle={(binsLeft + right) / 2} />
      <g class="axis">
        <line x1={left} x2={orderRight} y1={bottom} y2={bottom} />
        <line x1={binsLeft} x2={binsLeft} y1={top} y2={bottom} />
      </g>
    </>
  );
}

interface PartProps {
  readonly layout: SamplesLayout;
  readonly point: ReportPoint;
}

function Spread({ layout: { left, right, y }, point: { statistics } }: PartProps) {
  const { p10Ms, p90Ms, medianMs } = statistics;
  return (
    <g>
      <rect class="spread" x={left} width={right - left} y={y(p90Ms)} height={Math.max(1, y(p10Ms) - y(p90Ms))} />
      <line class="median" x1={left} x2={right} y1={y(medianMs)} y2={y(medianMs)} />
    </g>
  );
}

function Samples({ layout: { x, y }, point }: PartProps) {
  return (
    <g class="sample">
      {samplesMs(point).map((ms, index) => (
        <circle key={index} cx={x(index)} cy={y(ms)} r="2.5">
          <title>{`sample ${index + 1}: ${latency(ms)}`}</title>
        </circle>
      ))}
    </g>
  );
}

function Distribution({ layout: { binsLeft, right, y }, point }: PartProps) {
  const bins = binsOf(samplesMs(point));
  const most = Math.max(...bins.map((bin) => bin.count));
  return (
    <g class="bins">
      {bins.map(({ from, to, count }) => (
        <rect
          key={from}
          x={binsLeft}
          y={y(to) + 0.5}
          width={((right - binsLeft) * count) / most}
          height={Math.max(1, y(from) - y(to) - 1)}
        >
          <title>{`${count} between ${latency(from)} and ${latency(to)}`}</title>
        </rect>
      ))}
    </g>
  );
}

function SamplesLegend() {
  return (
    <>
      <Key mark="line">median</Key>
      <Key mark="band">p10 to p90</Key>
    </>
  );
}

function samplesLabel({ samplesNs, statistics }: ReportPoint): string {
  const { minMs, medianMs, p10Ms, p90Ms } = statistics;
  const figures = `smallest ${latency(minMs)}, p10 ${latency(p10Ms)}, median ${latency(medianMs)}, p90 ${latency(p90Ms)}`;
  return `${samplesNs.length} samples in order and as a distribution: ${figures}`;
}
