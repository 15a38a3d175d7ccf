import type uPlot from "uplot";
import { axisLook, latencyAxis, latencyScale, tickLabel } from "../../charts/log-axes.js";
import { evenTicks } from "../../charts/log-ticks.js";
import type { Theme } from "../../charts/theme.js";
import { rangeOf } from "../../data/curves.js";
import type { ReportPoint } from "../../data/report.js";
import { maxMs } from "../../data/samples.js";
import type { Sweep } from "../../data/sweep.js";
import type { Bound } from "./roofline.js";
import { latencyUnit } from "../../figures/unit.js";

/** What the y axis of a picture of a sweep shows. */
export interface SweepMeasure {
  readonly title: string;
  /** The main picture marks flags and selection; the one under it has the title of the x axis. */
  readonly place: "main" | "under";
  /** The value on the axis for a latency (ms) of a point. */
  readonly value: (ms: number, point: ReportPoint) => number;
  /** What the device cannot be faster than, on the same axis. */
  readonly bounds: readonly Bound[];
  readonly scale: uPlot.Scale;
  readonly axis: (theme: Theme) => uPlot.Axis;
}

/** Latency on a logarithmic axis, with the device's bounds where they are known. */
export function latencyMeasure({ points }: Sweep, bounds: readonly Bound[]): SweepMeasure {
  const { leastMs, mostMs } = rangeOf(points.map(({ statistics }) => statistics.medianMs));
  const unit = latencyUnit(leastMs, mostMs);
  return {
    title: `latency, ${unit.name}`,
    place: "main",
    value: (ms) => ms,
    bounds,
    scale: latencyScale(),
    axis: (theme) => latencyAxis(theme, unit),
  };
}

/** Distance from the point's median in per cent on a linear axis: what a logarithmic axis over decades cannot show. */
export function deviationMeasure({ points }: Sweep): SweepMeasure {
  const range = deviationRange(points);
  return {
    title: "distance from the median, %",
    place: "under",
    value: deviation,
    bounds: [],
    scale: { range: () => [...range] },
    axis: deviationAxis,
  };
}

function deviation(ms: number, { statistics: { medianMs } }: ReportPoint): number {
  return (ms / medianMs - 1) * 100;
}

/** All samples, but not more than three times the widest p10 to p90: one stray sample must not flatten the rest. */
function deviationRange(points: readonly ReportPoint[]): readonly [number, number] {
  const most = (read: (point: ReportPoint) => number) =>
    Math.max(1, ...points.map((point) => Math.abs(deviation(read(point), point))));
  const limit =
    3 *
    Math.max(
      most(({ statistics }) => statistics.p10Ms),
      most(({ statistics }) => statistics.p90Ms),
    );
  const below = Math.min(
    limit,
    most(({ statistics }) => statistics.minMs),
  );
  return [-1.1 * below, 1.1 * Math.min(limit, most(maxMs))];
}

function deviationAxis(theme: Theme): uPlot.Axis {
  return { ...axisLook(theme), splits: deviationTicks, values: signedLabels };
}

function deviationTicks(plot: uPlot, _axis: number, min: number, max: number): number[] {
  return evenTicks({ min, max, most: Math.max(2, Math.floor(plot.height / 26)) });
}

function signedLabels(_plot: uPlot, ticks: number[]): string[] {
  return ticks.map((tick) => (tick > 0 ? `+${tickLabel(tick)}` : tickLabel(tick)));
}
