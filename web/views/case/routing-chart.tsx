import { Key } from "../../charts/key.js";
import { Figure } from "../../charts/figure.js";
import { evenTicks } from "../../charts/log-ticks.js";
import { XAxis, YAxis } from "../../charts/svg-axes.js";
import { useWidth } from "../../charts/use-width.js";
import { expertShares, routingText, shareText, type ExpertShare, type Routing } from "../../data/routing.js";
import { count } from "../../figures/number.js";

const height = 116;
const top = 6;
const bottom = height - 36;
const left = 44;

interface RoutingChartProps {
  readonly routing: Routing;
  /** What the measured rank got of all pairs, in words. */
  readonly share: string;
}

/** Tokens that each local expert got, read back from the layer; a tick shows what was asked where it differs. */
export function RoutingChart({ routing, share }: RoutingChartProps) {
  const { place, width } = useWidth<HTMLDivElement>();
  const text = routingText(routing);
  const legend = routing.asked === undefined ? undefined : <RoutingLegend />;
  return (
    <Figure yTitle="routing, tokens" readout={<span>{text}</span>} legend={legend}>
      <div ref={place} class="svg-place routing">
        {width === 0 ? null : (
          <svg width={width} height={height} role="img" aria-label={`Tokens of each local expert: ${text}`}>
            <RoutingBars shares={expertShares(routing)} right={width - 4} />
          </svg>
        )}
      </div>
      <p class="hint">{share}</p>
    </Figure>
  );
}

interface RoutingBarsProps {
  readonly shares: readonly ExpertShare[];
  readonly right: number;
}

function RoutingBars({ shares, right }: RoutingBarsProps) {
  const most = Math.max(1, ...shares.map(({ tokens, asked }) => Math.max(tokens, asked ?? 0)));
  const step = (right - left) / Math.max(1, shares.length);
  const x = (expert: number) => left + step * (expert + 0.5);
  const y = (tokens: number) => bottom - (tokens / most) * (bottom - top);
  const experts = evenTicks({ min: 0, max: Math.max(1, shares.length - 1), most: Math.min(8, shares.length) });
  return (
    <>
      <YAxis ticks={wholeTicks(most)} y={y} left={left} right={right} label={count} />
      {shares.map((share) => (
        <Bar key={share.expert} share={share} x={x(share.expert)} y={y} width={barWidth(step)} />
      ))}
      <XAxis
        ticks={experts.filter((tick) => Number.isInteger(tick) && tick < shares.length)}
        x={x}
        bottom={bottom}
        title="local expert"
        middle={(left + right) / 2}
      />
    </>
  );
}

interface BarProps {
  readonly share: ExpertShare;
  readonly x: number;
  readonly y: (tokens: number) => number;
  readonly width: number;
}

function Bar({ share, x, y, width }: BarProps) {
  const { tokens, asked } = share;
  const [from, to] = [x - width / 2, x + width / 2];
  return (
    <g class={asked === null ? "bar" : "bar bar-differs"}>
      <rect x={from} y={y(tokens)} width={width} height={bottom - y(tokens)} />
      {asked === null ? null : <line class="asked" x1={from - 2} x2={to + 2} y1={y(asked)} y2={y(asked)} />}
      <title>{shareText(share)}</title>
    </g>
  );
}

function RoutingLegend() {
  return (
    <>
      <Key mark="bar">achieved</Key>
      <Key mark="asked">asked, where it differs</Key>
    </>
  );
}

function wholeTicks(most: number): number[] {
  return evenTicks({ min: 0, max: most, most: 3 }).filter(Number.isInteger);
}

/** Bars with a gap between them, as long as there is room for one. */
function barWidth(step: number): number {
  return Math.max(1, Math.min(28, step - Math.min(3, step * 0.25)));
}
