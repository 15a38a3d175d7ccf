import type { CellEvidence, CurveEvidence, Evidence } from "../../../src/tables/checks/finding.js";
import { Figure } from "../../charts/figure.js";
import { tickLabel } from "../../charts/log-axes.js";
import { decadeTicks, powerTicks } from "../../charts/log-ticks.js";
import { XAxis, YAxis } from "../../charts/svg-axes.js";
import { useWidth } from "../../charts/use-width.js";
import { count } from "../../figures/number.js";
import { latency, latencyUnit } from "../../figures/unit.js";
import { evidenceLayout, type EvidenceLayout } from "./evidence-layout.js";

/** What a finding rests on: its curve with the points that are meant, or the cells. */
export function EvidencePicture({ evidence }: { readonly evidence: Evidence }) {
  return evidence.kind === "curve" ? <Curves evidence={evidence} /> : <Cells evidence={evidence} />;
}

function Cells({ evidence: { columns, rows, bad } }: { readonly evidence: CellEvidence }) {
  return (
    <table class="evidence-cells" aria-label="Evidence">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} class={bad[row] === true ? "bad" : ""}>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Curves({ evidence }: { readonly evidence: CurveEvidence }) {
  const { place, width } = useWidth<HTMLDivElement>();
  const layout = evidenceLayout(evidence, width);
  const { left, right, bottom, height, sizes, latencies } = layout;
  const unit = latencyUnit(...latencies);
  const [min, max] = latencies;
  const ticks = decadeTicks({ min: min / unit.size, max: max / unit.size, most: 8 });
  return (
    <Figure yTitle={`latency, ${unit.name}`} legend={<Legend evidence={evidence} />}>
      <div ref={place} class="svg-place evidence">
        {width === 0 ? null : (
          <svg width={width} height={height} role="img" aria-label={labelOf(evidence)}>
            <YAxis ticks={ticks} y={(tick) => layout.y(tick * unit.size)} left={left} right={right} label={tickLabel} />
            <XAxis
              ticks={powerTicks({ min: sizes[0], max: sizes[1], most: Math.floor(width / 60) })}
              x={layout.x}
              bottom={bottom}
              title={evidence.axis}
              middle={(left + right) / 2}
            />
            <Marks evidence={evidence} layout={layout} />
          </svg>
        )}
      </div>
    </Figure>
  );
}

interface MarksProps {
  readonly evidence: CurveEvidence;
  readonly layout: EvidenceLayout;
}

function Marks({ evidence: { points, bad, others }, layout: { x, y } }: MarksProps) {
  const line = (curve: CurveEvidence["points"]) =>
    curve.map(({ size, latencyMs }) => `${x(size)},${y(latencyMs)}`).join(" ");
  return (
    <>
      {others.map((other, index) => (
        <g key={index} style={{ color: `var(--series-${index + 1})` }}>
          <polyline points={line(other.points)} />
          {other.points.length > 1
            ? null
            : other.points.map((point) => <circle cx={x(point.size)} cy={y(point.latencyMs)} r="3" />)}
        </g>
      ))}
      <polyline class="own" points={line(points)} />
      {points.map(({ size, latencyMs }, index) => (
        <circle
          key={size}
          class={bad.includes(index) ? "bad" : "own"}
          cx={x(size)}
          cy={y(latencyMs)}
          r={bad.includes(index) ? 4.5 : 2}
        >
          <title>{`${count(size)}: ${latency(latencyMs)}`}</title>
        </circle>
      ))}
    </>
  );
}

function Legend({ evidence: { bad, others } }: { readonly evidence: CurveEvidence }) {
  return (
    <>
      <span>
        <b class="line" /> this curve
      </span>
      {bad.length === 0 ? null : (
        <span>
          <b class="dot dot-bad" /> the points that are meant
        </span>
      )}
      {others.map(({ label }, index) => (
        <span key={index}>
          <b class="line" style={{ background: `var(--series-${index + 1})` }} /> {label}
        </span>
      ))}
    </>
  );
}

function labelOf({ axis, points, bad }: CurveEvidence): string {
  const meant = bad.slice(0, 8).map((index) => `${points[index]?.size}: ${latency(points[index]?.latencyMs ?? 0)}`);
  return `Latency over ${axis}, ${points.length} points; meant: ${meant.join(", ") || "what is not there"}`;
}
