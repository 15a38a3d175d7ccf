import type uPlot from "uplot";

/** Drawing on a plot's canvas: places in canvas px, sizes in CSS px. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  /** Canvas px in a CSS px. */
  readonly ratio: number;
  readonly top: number;
  readonly frame: uPlot.BBox;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** A vertical line over the height of the plot. */
  readonly rule: (x: number, colour: string, dash?: readonly number[]) => void;
  /** A level line over the width of the plot. */
  readonly across: (y: number, colour: string, dash?: readonly number[]) => void;
  readonly line: (from: Place, to: Place, colour: string, dash?: readonly number[]) => void;
  readonly text: (label: Label) => void;
  /** Width of a text in canvas px. */
  readonly width: (text: string, font: string) => number;
}

type Place = readonly [x: number, y: number];

interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly font: string;
}

/** A round mark. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: string;
}

/** A pen for the plot's scales `x` and `y`. */
export function penOf(plot: uPlot): Pen {
  const context = plot.ctx;
  const ratio = devicePixelRatio;
  const { left, top, width, height } = plot.bbox;
  const line: Pen["line"] = (from, to, colour, dash = []) => {
    const pattern = dash.map((length) => length * ratio);
    stroked(context, colour, ratio, pattern);
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
    context.setLineDash([]);
  };
  return {
    context,
    ratio,
    top,
    frame: plot.bbox,
    x: (value) => plot.valToPos(value, "x", true),
    y: (value) => plot.valToPos(value, "y", true),
    line,
    rule: (x, colour, dash) => line([x, top], [x, top + height], colour, dash),
    across: (y, colour, dash) => line([left, y], [left + width, y], colour, dash),
    text: ({ text, x, y, colour, font }) => {
      context.font = scaledFont(font, ratio);
      context.fillStyle = colour;
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillText(text, x, y);
    },
    width: (text, font) => {
      context.font = scaledFont(font, ratio);
      return context.measureText(text).width;
    },
  };
}

/** A font of CSS px on a canvas that has more px. */
function scaledFont(font: string, ratio: number): string {
  return font.replace(/^[\d.]+/, (size) => String(Number(size) * ratio));
}

/** A filled circle. */
export function disc(pen: Pen, { x, y, radius, colour }: Mark): void {
  circle(pen, x, y, radius);
  pen.context.fillStyle = colour;
  pen.context.fill();
}

/** An open circle over a ground of its own. */
export function ring(pen: Pen, { x, y, radius, colour, fill }: Mark & { readonly fill: string | null }): void {
  circle(pen, x, y, radius);
  if (fill !== null) {
    pen.context.fillStyle = fill;
    pen.context.fill();
  }
  stroked(pen.context, colour, 1.75 * pen.ratio);
  pen.context.stroke();
}

/** Two strokes that cross. */
export function cross(pen: Pen, { x, y, radius, colour }: Mark): void {
  const reach = radius * pen.ratio;
  stroked(pen.context, colour, 2 * pen.ratio);
  pen.context.beginPath();
  pen.context.moveTo(x - reach, y - reach);
  pen.context.lineTo(x + reach, y + reach);
  pen.context.moveTo(x + reach, y - reach);
  pen.context.lineTo(x - reach, y + reach);
  pen.context.stroke();
}

/** A filled triangle that points up. */
export function triangle({ context, ratio }: Pen, { x, y, radius, colour }: Mark): void {
  const reach = radius * ratio;
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y - reach);
  context.lineTo(x - reach, y + 0.8 * reach);
  context.lineTo(x + reach, y + 0.8 * reach);
  context.fill();
}

/** A head that points up from below `y`. */
export function arrowhead({ context, ratio }: Pen, { x, y, colour }: Omit<Mark, "radius">): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 4 * ratio, y + 7 * ratio);
  context.lineTo(x + 4 * ratio, y + 7 * ratio);
  context.fill();
}

/** Draws inside the frame of the plot only. */
export function clipped({ context, frame }: Pen, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(frame.left, frame.top, frame.width, frame.height);
  context.clip();
  draw();
  context.restore();
}

function circle({ context, ratio }: Pen, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius * ratio, 0, 2 * Math.PI);
}

function stroked(context: CanvasRenderingContext2D, colour: string, width: number, dash: readonly number[] = []): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash([...dash]);
}
