import { arrowhead, disc, type Pen } from "../../charts/canvas-marks.js";
import type { Theme } from "../../charts/theme.js";
import type { ReportPoint } from "../../data/report.js";
import { maxMs, samplesMs } from "../../data/samples.js";

interface SpreadLook {
  /** Place of the point in canvas px. */
  readonly x: number;
  /** Place of a latency in ms in canvas px. */
  readonly y: (ms: number) => number;
  readonly theme: Theme;
}

/** More samples than this at a point would only make a bar of its whisker. */
const mostSamples = 200;

/** A whisker over all of a point's samples, and the samples beside it as faint dots. */
export function drawSpread(pen: Pen, point: ReportPoint, look: SpreadLook): void {
  drawWhisker(pen, point, look);
  pen.context.globalAlpha = 0.38;
  for (const [index, ms] of samplesMs(point).slice(0, mostSamples).entries()) {
    disc(pen, { x: look.x + aside(index) * pen.ratio, y: look.y(ms), radius: 1.6, colour: look.theme.ink });
  }
  pen.context.globalAlpha = 1;
}

function drawWhisker(pen: Pen, point: ReportPoint, { x, y, theme }: SpreadLook): void {
  const { context, ratio } = pen;
  const [low, high] = [y(point.statistics.minMs), y(maxMs(point))];
  const reach = 4 * ratio;
  context.strokeStyle = theme.muted;
  context.lineWidth = ratio;
  context.setLineDash([]);
  context.beginPath();
  for (const end of [low, high]) {
    context.moveTo(x - reach, end);
    context.lineTo(x + reach, end);
  }
  context.moveTo(x, low);
  context.lineTo(x, high);
  context.stroke();
  // The whisker goes on beyond the frame: an arrowhead says so.
  if (high < pen.top) arrowhead(pen, { x, y: pen.top, colour: theme.muted });
}

/** Spreads samples sideways (±6 CSS px), the same at each drawing. */
function aside(index: number): number {
  return ((index * 0.618034) % 1) * 12 - 6;
}
