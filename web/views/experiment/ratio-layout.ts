import { meanRatio, type Comparison, type PointRatio } from "../../data/experiment.js";
import { decadeTicks, evenTicks } from "../../charts/log-ticks.js";

/** One line of the picture. */
export interface RatioRow {
  readonly name: string;
  readonly ratio: number;
  readonly ratios: readonly PointRatio[];
  readonly y: number;
}

/** Places of the picture of ratios in CSS px, on a logarithmic axis. */
export interface RatioLayout {
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly rows: readonly RatioRow[];
  /** Where the sum stands. */
  readonly sumY: number;
  readonly ticks: readonly number[];
  /** The margin within which latencies count as the same. */
  readonly margin: readonly [low: number, high: number];
  readonly x: (ratio: number) => number;
}

/** More cases than this share one line. */
const mostRows = 24;
const rowHeight = 20;
const top = 8;

/** Lays out the ratios of two arms, a line a case and one for their sum, in a picture of some width. */
export function ratioLayout(
  { latency }: Comparison,
  groups: readonly { readonly name: string; readonly ratios: readonly PointRatio[] }[],
  width: number,
): RatioLayout {
  const named =
    groups.length <= mostRows ? groups : [{ name: "every point", ratios: groups.flatMap((one) => one.ratios) }];
  const longest = Math.max(...named.map(({ name }) => name.length), 12);
  const left = Math.min(width * 0.45, longest * 6.6 + 12);
  const right = Math.max(left + 80, width - 12);
  const margin = [1 / (1 + latency.margin), 1 + latency.margin] as const;
  const values = [
    ...margin,
    ...(latency.interval ?? []),
    ...named.flatMap(({ ratios }) => ratios.map(({ ratio }) => ratio)),
  ];
  const [min, max] = [Math.min(...values) / 1.06, Math.max(...values) * 1.06];
  const scale = (right - left) / Math.log(max / min);
  const sumY = top + named.length * rowHeight + rowHeight * 0.75;
  return {
    height: sumY + rowHeight + 32,
    top,
    bottom: sumY + rowHeight * 0.6,
    left,
    right,
    rows: named.map((one, index) => ({ ...one, ratio: meanRatio(one.ratios), y: top + (index + 0.5) * rowHeight })),
    sumY,
    ticks: ratioTicks(min, max, Math.max(3, Math.floor((right - left) / 60))),
    margin,
    x: (ratio) => left + Math.log(ratio / min) * scale,
  };
}

function ratioTicks(min: number, max: number, most: number): readonly number[] {
  return max / min > 4 ? decadeTicks({ min, max, most }) : evenTicks({ min, max, most });
}
