import type uPlot from "uplot";
import { disc, cross, penOf, ring, type Pen } from "../../charts/canvas-marks.js";
import { axisLook, countLabels, labelSize, tickLabel } from "../../charts/log-axes.js";
import { evenTicks } from "../../charts/log-ticks.js";
import type { PlotOptions } from "../../charts/plot.js";
import type { Theme } from "../../charts/theme.js";
import type { Unit } from "../../figures/unit.js";
import type { MemoryPlace, SawTooth } from "./saw-tooth.js";

interface MemoryOptions {
  readonly theme: Theme;
  readonly teeth: SawTooth;
  readonly unit: Unit;
  readonly onPoint: (index: number | null) => void;
}

/** More readings than this are a line without marks. */
const mostMarks = 400;

/** More changes of the worker than this are lines without names. */
const mostNames = 12;

/** The plot of a saw-tooth: linear axes, memory from zero. */
export function memoryOptions({ theme, teeth, unit, onPoint }: MemoryOptions): PlotOptions {
  const callbacks = Math.floor(teeth.places.at(-1)?.x ?? 1);
  return {
    series: [{}, { stroke: theme.accent, width: 1.5, points: { show: false } }],
    scales: {
      x: { time: false, range: (_plot, min, max) => [min - 0.3, max + 0.3] },
      y: { range: (_plot, _min, max) => [0, max * 1.12] },
    },
    axes: [callbackAxis(theme, callbacks), bytesAxis(theme, unit)],
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 11, width: 2, fill: theme.surface },
    },
    hooks: {
      draw: [(plot) => drawMarks(plot, teeth, theme)],
      setLegend: [(plot) => onPoint(plot.cursor.idx ?? null)],
    },
  };
}

function callbackAxis(theme: Theme, callbacks: number): uPlot.Axis {
  const splits = (plot: uPlot) =>
    evenTicks({ min: 1, max: callbacks, most: Math.max(2, Math.floor(plot.width / 60)) }).filter(Number.isInteger);
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

function drawMarks(plot: uPlot, { places }: SawTooth, theme: Theme): void {
  const pen = penOf(plot);
  const named = places.filter((place) => place === undefined).length <= mostNames;
  for (const [index, place] of places.entries()) {
    if (place === undefined) drawChange(pen, places[index + 1], { theme, named });
    else if (places.length <= mostMarks) drawReading(pen, place, theme);
  }
}

interface ChangeLook {
  readonly theme: Theme;
  /** Whether the new worker's name fits beside the line. */
  readonly named: boolean;
}

function drawChange(pen: Pen, next: MemoryPlace | undefined, { theme, named }: ChangeLook): void {
  if (next === undefined) return;
  const x = pen.x(next.x - 0.14);
  pen.rule(x, theme.muted, [2, 3]);
  if (!named) return;
  const place = { x: x + 4 * pen.ratio, y: pen.top + 8 * pen.ratio };
  pen.text({ ...place, text: next.step.attempt.worker, colour: theme.muted, font: theme.font });
}

function drawReading(pen: Pen, { x, bytes, moment, step }: MemoryPlace, theme: Theme): void {
  const at = { x: pen.x(x), y: pen.y(bytes) };
  if (moment === "before") disc(pen, { ...at, radius: 1.75, colour: theme.accent });
  else if (moment === "after reclaim") ring(pen, { ...at, radius: 3.25, colour: theme.accent, fill: theme.surface });
  else if (step.attempt.outcome === "failed") cross(pen, { ...at, radius: 4, colour: theme.danger });
  else disc(pen, { ...at, radius: 3.25, colour: theme.accent });
}
