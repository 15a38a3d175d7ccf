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
  readonly text: (label: Label) => void;
}

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
  const { top, height } = plot.bbox;
  return {
    context,
    ratio,
    top,
    frame: plot.bbox,
    x: (value) => plot.valToPos(value, "x", true),
    y: (value) => plot.valToPos(value, "y", true),
    rule: (x, colour, dash = []) => {
      stroked(
        context,
        colour,
        ratio,
        dash.map((length) => length * ratio),
      );
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, top + height);
      context.stroke();
      context.setLineDash([]);
    },
    text: ({ text, x, y, colour, font }) => {
      context.font = font.replace(/^[\d.]+/, (size) => String(Number(size) * ratio));
      context.fillStyle = colour;
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillText(text, x, y);
    },
  };
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
