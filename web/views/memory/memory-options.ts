import type uPlot from "uplot";
import { penOf } from "../../charts/canvas-marks.js";
import { dashPatterns } from "../../charts/line-style.js";
import { axisLook, countLabels, labelSize, tickLabel } from "../../charts/log-axes.js";
import { evenTicks } from "../../charts/log-ticks.js";
import type { PlotOptions } from "../../charts/plot.js";
import type { Theme } from "../../charts/theme.js";
import type { Unit } from "../../figures/unit.js";
import type { MemoryFrame } from "./memory-frame.js";
import { drawChanges, drawFailures, drawLimits, drawProspect, drawReadings } from "./memory-marks.js";
import type { MemoryPlace, SawTooth } from "./saw-tooth.js";

interface MemoryOptions {
  readonly theme: Theme;
  /** The courses that there are; their lines may grow. */
  readonly sawTooth: SawTooth;
  /** The same as far as they have grown, read at each drawing. */
  readonly latest: { readonly current: { readonly sawTooth: SawTooth; readonly frame: MemoryFrame } };
  readonly unit: Unit;
  readonly onPoint: (place: MemoryPlace | null) => void;
}

/** The plot of saw-teeth: linear axes, memory from zero. */
export function memoryOptions(options: MemoryOptions): PlotOptions {
  const { theme, sawTooth, latest, unit, onPoint } = options;
  const { teeth, isOutline } = sawTooth;
  return {
    series: [{}, ...teeth.flatMap((_, index) => lines(theme, index, sawTooth))],
    bands: isOutline ? teeth.map((_, index) => ({ series: [2 * index + 1, 2 * index + 2], fill: theme.band })) : [],
    scales: {
      x: { time: false, range: () => [0.7, latest.current.frame.callbacks + 1.05] },
      y: { range: () => [0, latest.current.frame.mostBytes * 1.12] },
    },
    axes: [callbackAxis(theme), bytesAxis(theme, unit)],
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 11, width: 2, fill: theme.surface },
    },
    hooks: {
      draw: [(plot) => drawAll(plot, options)],
      setLegend: [(plot) => onPoint(placeAt(plot, latest.current.sawTooth))],
    },
  };
}

/** Colour of course i; a picture of one course has the accent. */
export function courseColour(theme: Theme, index: number, courses: number): string {
  return courses === 1 ? theme.accent : (theme.series[index % theme.series.length] ?? theme.ink);
}

function lines(theme: Theme, index: number, { teeth, isOutline }: SawTooth): readonly uPlot.Series[] {
  const dash = [...(dashPatterns[index % dashPatterns.length] ?? [])];
  const floor: uPlot.Series = {
    stroke: courseColour(theme, index, teeth.length),
    dash,
    width: 1.5,
    points: { show: false },
  };
  return isOutline ? [{ stroke: theme.band, width: 1, points: { show: false } }, floor] : [floor];
}

function drawAll(plot: uPlot, { theme, latest }: MemoryOptions): void {
  const { sawTooth, frame } = latest.current;
  const pen = penOf(plot);
  drawLimits(pen, frame, theme);
  for (const [index, tooth] of sawTooth.teeth.entries()) {
    const colour = courseColour(theme, index, sawTooth.teeth.length);
    drawProspect(pen, frame.prospects[index] ?? null, { colour, theme });
    if (sawTooth.isOutline) drawFailures(pen, tooth, theme);
    else drawReadings(pen, tooth, { colour, theme });
    if (sawTooth.teeth.length === 1) drawChanges(pen, tooth, theme);
  }
}

/** The reading nearest to the pointer: of the courses that have one there, the one nearest in height. */
function placeAt(plot: uPlot, { teeth }: SawTooth): MemoryPlace | null {
  const { idx, top = 0 } = plot.cursor;
  const x = typeof idx === "number" ? plot.data[0][idx] : undefined;
  const places = teeth.flatMap((tooth) => tooth.places.filter((place) => place.x === x));
  const distance = (place: MemoryPlace) => Math.abs(plot.valToPos(place.bytes, "y") - top);
  return places.toSorted((left, right) => distance(left) - distance(right))[0] ?? null;
}

function callbackAxis(theme: Theme): uPlot.Axis {
  const splits = (plot: uPlot, _axis: number, _min: number, max: number) =>
    evenTicks({ min: 1, max: Math.floor(max - 0.1), most: Math.max(2, Math.floor(plot.width / 60)) }).filter(
      Number.isInteger,
    );
  return { ...axisLook(theme), label: "callback, in order", labelSize: 20, size: 24, splits, values: countLabels };
}

function bytesAxis(theme: Theme, unit: Unit): uPlot.Axis {
  const splits = (plot: uPlot, _axis: number, min: number, max: number) =>
    evenTicks({ min: min / unit.size, max: max / unit.size, most: Math.max(2, Math.floor(plot.height / 40)) }).map(
      (tick) => tick * unit.size,
    );
  const labels = (_: uPlot, ticks: number[]) =>
    ticks.map((bytes) => (bytes === 0 ? "0" : tickLabel(bytes / unit.size)));
  return { ...axisLook(theme), size: labelSize(theme), splits, values: labels };
}
