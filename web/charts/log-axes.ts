import type uPlot from "uplot";
import { count, significant } from "../figures/number.js";
import type { Unit } from "../figures/unit.js";
import { decadeTicks, powerTicks } from "./log-ticks.js";
import type { Theme } from "./theme.js";

type Ticks = (range: { readonly min: number; readonly max: number; readonly most: number }) => number[];

// uPlot's own name for it is a `const enum`, which a build of single files cannot read.
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment
const logarithmic = 3 as uPlot.Scale.Distr;

/** The x scale of a sweep, with a margin so that no mark touches the frame. */
export function placeScale(): uPlot.Scale {
  return { time: false, distr: logarithmic, log: 2, range: padded(1.18) };
}

/** A logarithmic scale of latencies with a margin. */
export function latencyScale(): uPlot.Scale {
  return { distr: logarithmic, log: 10, range: padded(1.25) };
}

/** The x axis of a sweep: powers of two; `null`: its title stands at the picture below. */
export function placeAxis(theme: Theme, title: string | null): uPlot.Axis {
  const titled = title === null ? {} : { label: title, labelSize: 20 };
  return { ...axisLook(theme), ...titled, size: 24, splits: splits(powerTicks, 46), values: countLabels };
}

/** The y axis of a sweep: latencies in ms, written in `unit`; its title stands above the plot. */
export function latencyAxis(theme: Theme, unit: Unit): uPlot.Axis {
  const labels = (_: uPlot, ticks: number[]) => ticks.map((ms) => tickLabel(ms / unit.size));
  return { ...axisLook(theme), size: labelSize(theme), splits: splits(decadeTicks, 26), values: labels };
}

/** Colours and lines that all axes share. */
export function axisLook(theme: Theme): uPlot.Axis {
  return {
    stroke: theme.muted,
    font: theme.font,
    labelFont: theme.font,
    labelGap: 2,
    gap: 6,
    // The ticks are chosen to fit; uPlot would hide some of them.
    filter: (_plot, ticks) => ticks,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
    border: { show: true, stroke: theme.grid, width: 1 },
  };
}

/** Gives an upright axis the width that its own labels need. */
export function labelSize(theme: Theme): uPlot.Axis.Size {
  const pen = document.createElement("canvas").getContext("2d");
  if (pen !== null) pen.font = theme.font;
  return (_plot, labels: string[] | null) => {
    const widths = (labels ?? []).map((label) => pen?.measureText(label).width ?? 40);
    return Math.ceil(Math.max(24, ...widths)) + 10;
  };
}

/** Labels of an axis that counts. */
export function countLabels(_plot: uPlot, ticks: number[]): string[] {
  return ticks.map(count);
}

function splits(ticks: Ticks, spacePx: number): uPlot.Axis.Splits {
  return (plot, axisIndex, min, max) => {
    const lengthPx = axisIndex === 0 ? plot.width - 60 : plot.height - 60;
    return ticks({ min, max, most: Math.max(2, Math.floor(lengthPx / spacePx)) });
  };
}

function padded(factor: number): uPlot.Range.Function {
  return (_plot, min, max) => (min === null || max === null ? [1, 10] : [min / factor, max * factor]);
}

/** A tick's label without the zeros that significant digits would add: `5`, `0.25`. */
export function tickLabel(value: number): string {
  return value >= 1000
    ? count(value)
    : significant(value, 3)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "");
}
