import uPlot from "uplot";
import { dashPatterns, type LineStyle } from "../../charts/line-style.js";
import { latencyAxis, latencyScale, placeAxis, placeScale } from "../../charts/log-axes.js";
import type { PlotOptions } from "../../charts/plot.js";
import type { Theme } from "../../charts/theme.js";
import type { Curves } from "../../data/curves.js";
import type { Unit } from "../../figures/unit.js";
import type { Highlight } from "../cases/highlight.js";

interface CurvesOptions {
  readonly theme: Theme;
  /** The curves that there are; their lines may grow. */
  readonly curves: Curves;
  readonly styles: ReadonlyMap<string, LineStyle>;
  /** The same curves as far as they have grown, read when the pointer moves. */
  readonly latest: { readonly current: Curves };
  readonly unit: Unit;
  readonly onHighlight: (highlight: Highlight | null) => void;
}

const focusedWidth = 3;

/** With more curves than this, lines are thin and their points are left out. */
const manyCurves = 40;

/** The plot of all cases' medians: the curve nearest to the pointer is in focus. */
export function curvesOptions({ theme, curves, styles, latest, unit, onHighlight }: CurvesOptions): PlotOptions {
  const many = curves.cases.length > manyCurves;
  const lineWidth = many ? 1 : 1.75;
  const lines = curves.cases.map((one) => ({
    ...line(theme, styles.get(one.key) ?? { hue: 0, dash: 0 }, !many),
    width: lineWidth,
  }));
  return {
    series: [{}, ...lines],
    scales: { x: placeScale(), y: latencyScale() },
    axes: [placeAxis(theme, curves.axis), latencyAxis(theme, unit)],
    legend: { show: false },
    padding: [8, 12, 0, 0],
    focus: { alpha: many ? 0.08 : 0.22 },
    cursor: {
      x: false,
      y: false,
      drag: { x: false, y: false, setScale: false },
      focus: { prox: 40 },
      points: { one: true, size: 11, width: 2, fill: theme.surface, stroke: (plot, index) => strokeOf(plot, index) },
    },
    hooks: focusHooks(latest, lineWidth, onHighlight),
  };
}

function line(theme: Theme, { hue, dash }: LineStyle, dots: boolean): uPlot.Series {
  const colour = theme.series[hue] ?? theme.ink;
  const dashes = [...(dashPatterns[dash] ?? [])];
  return { stroke: colour, dash: dashes, spanGaps: true, points: { show: dots, size: 5, width: 0, fill: colour } };
}

type OnHighlight = CurvesOptions["onHighlight"];

/** Focuses a curve because the table points at it: nothing is reported back, or table and picture would chase each other. */
export function focusCurve(plot: uPlot, index: number | null): void {
  plot.setSeries(index, fromTable);
}

const fromTable = { focus: true };

function focusHooks(latest: CurvesOptions["latest"], lineWidth: number, onHighlight: OnHighlight): uPlot.Hooks.Arrays {
  let pointed: number | null = null;
  const report = (plot: uPlot) => {
    const one = pointed === null ? undefined : latest.current.cases[pointed - 1];
    const at = pointed === null ? null : (plot.cursor.idxs?.[pointed] ?? null);
    onHighlight(one === undefined ? null : { key: one.key, place: at === null ? null : (plot.data[0][at] ?? null) });
  };
  const focus = (plot: uPlot, index: number | null, options: object) => {
    for (const [at, series] of plot.series.entries()) {
      if (at > 0) series.width = at === index ? focusedWidth : lineWidth;
    }
    const changed = options !== fromTable && index !== pointed;
    pointed = options === fromTable ? null : index;
    if (changed) report(plot);
  };
  return { setSeries: [focus], setLegend: [(plot) => (pointed === null ? undefined : report(plot))] };
}

function strokeOf(plot: uPlot, index: number): CanvasRenderingContext2D["strokeStyle"] {
  const stroke = plot.series[index]?.stroke;
  return typeof stroke === "function" ? stroke(plot, index) : (stroke ?? "currentColor");
}
