import type { Plugin } from "vite";

/** Parts of uPlot that no picture here uses, and that a minifier cannot leave out by itself: what stands there, what instead. */
const edits: readonly (readonly [there: string, instead: string])[] = [
  // Ways to draw a series other than straight lines, and dates: reached only through statics.
  ["(paths.stepped = stepped);", ""],
  ["(paths.bars    = bars);", ""],
  ["(paths.spline  = monotoneCubic);", ""],
  ["uPlot.fmtDate = fmtDate;", ""],
  ["uPlot.tzDate  = tzDate;", ""],
  // Time axes: every x scale here has `time: false`.
  ["let isTime = sc.time;", "const isTime = false;"],
  ["let isTime = mode == 1 && scales[s.scale].time;", "const isTime = false;"],
  ["] = genTimeStuffs(1);", "] = /*@__PURE__*/ genTimeStuffs(1);"],
  ["] = genTimeStuffs(1e-3);", "] = /*@__PURE__*/ genTimeStuffs(1e-3);"],
  ["= (ms == 1 ? timeAxisSplitsMs(_tzDate) : timeAxisSplitsS(_tzDate));", "= null;"],
  ["= timeAxisVals(_tzDate, timeAxisStamps((ms == 1 ? _timeAxisStampsMs : _timeAxisStampsS), _fmtDate));", "= null;"],
  ["= timeSeriesVal(_tzDate, timeSeriesStamp(_timeSeriesStamp, _fmtDate));", "= null;"],
  ["const _fmtDate = (opts.fmtDate || fmtDate);", "const _fmtDate = null;"],
  // Selecting by dragging: every cursor here has `drag: { x: false, y: false }`.
  ["if (select.show && dragging) {", "if (false) {"],
  ["if (drag.setScale && hasSelect && chgSelect) {", "if (false) {"],
  // Plots of free pairs: every plot here has one x for all series.
  ["const mode = self.mode;", "const mode = 1;"],
  ["const mode = u.mode;", "const mode = 1;"],
  ["let mode = self.mode;", "const mode = 1;"],
  // Scales through zero on both sides, and those of one step a value.
  ["sc.distr == 4", "false"],
  ["scale.distr == 2", "false"],
  ["sc.distr == 2", "false"],
  // uPlot's own legend: every plot here has `legend: { show: false }`.
  ["const showLegend = legend.show;", "const showLegend = false;"],
];

/** Leaves out a fifth of uPlot. Another version of it that does not have these places ends the build. */
export function leanUplot(): Plugin {
  return {
    name: "assay-lean-uplot",
    transform: {
      filter: { id: /\/uPlot\.esm\.js$/ },
      handler: (code) => edits.reduce(edited, code),
    },
  };
}

function edited(code: string, [there, instead]: readonly [string, string]): string {
  if (!code.includes(there)) throw new Error(`uPlot has no \`${there}\` any more: look through web/lean-uplot.ts`);
  return code.replaceAll(there, instead);
}
