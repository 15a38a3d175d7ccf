import type uPlot from "uplot";
import { clipped, disc, penOf, ring } from "../../charts/canvas-marks.js";
import { placeAxis, placeScale } from "../../charts/log-axes.js";
import type { PlotOptions } from "../../charts/plot.js";
import type { Theme } from "../../charts/theme.js";
import type { ReportPoint } from "../../data/report.js";
import { placeOf, placeText, type Sweep } from "../../data/sweep.js";
import { drawSpread } from "./sweep-marks.js";
import type { Bound } from "./roofline.js";
import type { SweepMeasure } from "./sweep-measure.js";

interface SweepOptions {
  readonly theme: Theme;
  readonly sweep: Sweep;
  readonly measure: SweepMeasure;
  /** Read at each drawing, so that another selection needs no new plot. */
  readonly selection: { readonly current: ReportPoint };
  readonly onPoint: (index: number | null) => void;
}

/** Wide enough for any latency; the same in all pictures of a sweep, so that their x axes lie under each other. */
const yAxisPx = 56;

/** The series of a sweep's plot: its places, then p10, p90 and median on the measure's axis, then the bounds. */
export function sweepData({ points, axis }: Sweep, { value, bounds }: SweepMeasure): uPlot.AlignedData {
  return [
    points.map((point) => placeOf(point, axis)),
    points.map((point) => value(point.statistics.p10Ms, point)),
    points.map((point) => value(point.statistics.p90Ms, point)),
    points.map((point) => value(point.statistics.medianMs, point)),
    ...bounds.map(({ ms }) => points.map((point) => ms(point) ?? null)),
  ];
}

/** The plot of one sweep: band and median are uPlot's, samples, whiskers, flags and selection are drawn by hand. */
export function sweepOptions(options: SweepOptions): PlotOptions {
  const { theme, sweep, measure, onPoint } = options;
  const main = measure.place === "main";
  const dots = { show: true, size: main ? 7 : 4, width: 0, fill: theme.accent };
  const median: uPlot.Series = { stroke: theme.accent, width: main ? 2 : 1, points: dots };
  return {
    series: [{}, bandEdge(), bandEdge(), median, ...measure.bounds.map((bound) => boundLine(theme, bound))],
    bands: [{ series: [2, 1], fill: theme.band }],
    scales: { x: placeScale(), y: measure.scale },
    axes: [placeAxis(theme, main ? null : sweep.axis), { ...measure.axis(theme), size: yAxisPx }],
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { show: false },
      sync: { key: "sweep", setSeries: false, scales: ["x", null] },
    },
    hooks: {
      drawAxes: [(plot) => drawUnder(plot, options)],
      draw: main ? [(plot) => drawOver(plot, options)] : [],
      setLegend: [(plot) => onPoint(plot.cursor.idx ?? null)],
    },
  };
}

function boundLine(theme: Theme, { hue }: Bound): uPlot.Series {
  return { stroke: theme.series[hue] ?? theme.ink, width: 1.5, dash: [7, 3], points: { show: false } };
}

function bandEdge(): uPlot.Series {
  return { stroke: "transparent", points: { show: false } };
}

function drawUnder(plot: uPlot, { sweep: { points, axis }, measure, theme, selection }: SweepOptions): void {
  const pen = penOf(plot);
  pen.rule(pen.x(placeOf(selection.current, axis)), theme.accent, [3, 3]);
  clipped(pen, () => {
    for (const point of points) {
      drawSpread(pen, point, { x: pen.x(placeOf(point, axis)), y: (ms) => pen.y(measure.value(ms, point)), theme });
    }
  });
}

function drawOver(plot: uPlot, { sweep: { points, axis }, measure, theme, selection }: SweepOptions): void {
  const pen = penOf(plot);
  for (const point of points) {
    const at = { x: pen.x(placeOf(point, axis)), y: pen.y(measure.value(point.statistics.medianMs, point)) };
    if (point.flags.length > 0) ring(pen, { ...at, radius: 7, colour: theme.warn, fill: null });
    if (point.standing === "older") ring(pen, { ...at, radius: 3, colour: theme.accent, fill: theme.surface });
    if (placeText(point) !== placeText(selection.current)) continue;
    disc(pen, { ...at, radius: 5.5, colour: theme.accent });
    disc(pen, { ...at, radius: 2.5, colour: theme.surface });
  }
}
