import { Key } from "../../charts/key.js";
import { Figure } from "../../charts/figure.js";
import { tickLabel } from "../../charts/log-axes.js";
import { useWidth } from "../../charts/use-width.js";
import type { Comparison, PointRatio } from "../../data/experiment.js";
import { percent } from "../../figures/number.js";
import { ratioLayout, type RatioLayout, type RatioRow } from "./ratio-layout.js";

interface RatioChartProps {
  readonly comparison: Comparison;
  readonly groups: readonly { readonly name: string; readonly ratios: readonly PointRatio[] }[];
  readonly title: string;
}

/** How many times as long the second arm takes: every point, each case's mean, and the mean of all with its interval. */
export function RatioChart({ comparison, groups, title }: RatioChartProps) {
  const { place, width } = useWidth<HTMLDivElement>();
  const { latency } = comparison;
  if (latency.ratio === null) return null;
  const layout = ratioLayout(comparison, groups, width);
  return (
    <Figure yTitle={title} legend={<RatioLegend margin={latency.margin} />}>
      <div ref={place} class="svg-place ratios">
        {width === 0 ? null : (
          <svg width={width} height={layout.height} role="img" aria-label={`${title}: ${ratioLabel(comparison)}`}>
            <Ground layout={layout} />
            {layout.rows.map((row) => (
              <Row key={row.name} row={row} layout={layout} />
            ))}
            <Sum layout={layout} comparison={comparison} />
          </svg>
        )}
      </div>
    </Figure>
  );
}

function Ground({ layout: { x, margin, top, bottom, left, right, ticks } }: { readonly layout: RatioLayout }) {
  const [low, high] = margin;
  return (
    <g class="axis">
      <rect class="margin" x={x(low)} width={x(high) - x(low)} y={top} height={bottom - top} />
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
          <text x={x(tick)} y={bottom + 14} text-anchor="middle">
            {tickLabel(tick)}
          </text>
        </g>
      ))}
      <line class="one" x1={x(1)} x2={x(1)} y1={top} y2={bottom} />
      <text x={(left + right) / 2} y={bottom + 29} text-anchor="middle">
        ratio of medians, logarithmic
      </text>
    </g>
  );
}

function Row({ row, layout: { x, left } }: { readonly row: RatioRow; readonly layout: RatioLayout }) {
  const at = x(row.ratio);
  return (
    <g>
      <text x={left - 10} y={row.y} dy="0.35em" text-anchor="end">
        {row.name}
      </text>
      {row.ratios.map(({ place, ratio }) => (
        <circle key={place} class="ratio" cx={x(ratio)} cy={row.y} r="3">
          <title>{`${place}: ${ratio.toFixed(3)}`}</title>
        </circle>
      ))}
      <line class="mean" x1={at} x2={at} y1={row.y - 6} y2={row.y + 6}>
        <title>{`mean of the case: ${row.ratio.toFixed(3)}`}</title>
      </line>
    </g>
  );
}

function Sum({ layout, comparison: { latency } }: { readonly layout: RatioLayout; readonly comparison: Comparison }) {
  const { x, sumY, left } = layout;
  const { ratio, interval } = latency;
  if (ratio === null) return null;
  const [low, high] = interval ?? [ratio, ratio];
  return (
    <g class="sum">
      <text x={left - 10} y={sumY} dy="0.35em" text-anchor="end">
        all points
      </text>
      <line x1={x(low)} x2={x(high)} y1={sumY} y2={sumY} />
      <polygon
        points={`${x(ratio)},${sumY - 7} ${x(ratio) + 6},${sumY} ${x(ratio)},${sumY + 7} ${x(ratio) - 6},${sumY}`}
      >
        <title>{`mean ${ratio.toFixed(3)}, 90 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`}</title>
      </polygon>
    </g>
  );
}

function RatioLegend({ margin }: { readonly margin: number }) {
  return (
    <>
      <Key mark="dot dot-small">a point</Key>
      <Key mark="stroke">mean of a case</Key>
      <Key mark="diamond" sign="◆">
        mean of all, with its 90 % interval
      </Key>
      <Key mark="margin-key">within {percent(margin)}: the same</Key>
    </>
  );
}

function ratioLabel({ latency: { ratio, interval, verdict } }: Comparison): string {
  const range = interval === null ? "" : `, 90 % interval ${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`;
  return `mean ratio ${ratio?.toFixed(3)}${range}, ${verdict}`;
}
