import { clipped, cross, disc, ring, triangle, type Pen } from "../../charts/canvas-marks.js";
import type { Theme } from "../../charts/theme.js";
import { lastBytes, type CourseStep, type Prospect } from "../../data/memory-course.js";
import { memory } from "../../figures/unit.js";
import type { MemoryFrame } from "./memory-frame.js";
import { isFloor, type MemoryPlace, type Tooth } from "./saw-tooth.js";

interface Look {
  readonly colour: string;
  readonly theme: Theme;
}

/** More changes of the worker than this are lines without names. */
const mostNames = 12;

/** A line at each limit; limits that would be told apart by less than a line's width share a name. */
export function drawLimits(pen: Pen, { limits, callbacks }: MemoryFrame, theme: Theme): void {
  for (const limit of limits) pen.across(pen.y(limit), theme.danger, [6, 4]);
  const [lowest] = limits.toSorted((left, right) => left - right);
  if (lowest === undefined) return;
  const text = `limit ${memory(lowest)}`;
  pen.text({
    text,
    x: pen.x(callbacks + 1.05) - pen.width(text, theme.font) - 4 * pen.ratio,
    y: pen.y(lowest) - 9 * pen.ratio,
    colour: theme.danger,
    font: theme.font,
  });
}

/** Where memory goes if it goes on as it did, up to the callback that will not find room. */
export function drawProspect(pen: Pen, prospect: Prospect | null, { colour, theme }: Look): void {
  if (prospect === null) return;
  const { from, growthBytes, failsAtCallback } = prospect;
  const start = { x: from.callback + 0.72, bytes: lastBytes(from) };
  const end = { x: failsAtCallback, bytes: start.bytes + growthBytes * (failsAtCallback - from.callback) };
  clipped(pen, () => {
    pen.line([pen.x(start.x), pen.y(start.bytes)], [pen.x(end.x), pen.y(end.bytes)], colour, [2, 4]);
    cross(pen, { x: pen.x(end.x), y: pen.y(end.bytes), radius: 4, colour: theme.danger });
  });
}

/** Dotted lines where another worker took over. */
export function drawChanges(pen: Pen, { changes }: Tooth, theme: Theme): void {
  for (const { x: place, step } of changes) {
    const x = pen.x(place - 0.14);
    pen.rule(x, theme.muted, [2, 3]);
    if (changes.length > mostNames) continue;
    const at = { x: x + 4 * pen.ratio, y: pen.top + 8 * pen.ratio };
    pen.text({ ...at, text: step.worker.worker, colour: theme.muted, font: theme.font });
  }
}

/** The readings: a callback's last one tells by its shape what became of the layer. */
export function drawReadings(pen: Pen, { places }: Tooth, look: Look): void {
  for (const place of places) {
    const last = isFloor(place);
    if (last && place.step.failed) drawFailure(pen, place, look);
    else if (last && stayed(place.step)) triangle(pen, { ...at(pen, place), radius: 5, colour: look.theme.warn });
    else drawReading(pen, place, look);
  }
}

/** Of an outline, the callbacks that failed alone. */
export function drawFailures(pen: Pen, { places }: Tooth, theme: Theme): void {
  for (const place of places) {
    if (isFloor(place) && place.step.failed) cross(pen, { ...at(pen, place), radius: 2.5, colour: theme.danger });
  }
}

/** Whether a callback's layer is still there, as far as its memory tells. */
function stayed({ verdict }: CourseStep): boolean {
  return verdict === "retained" || verdict === "reachable";
}

function at(pen: Pen, { x, bytes }: MemoryPlace): { readonly x: number; readonly y: number } {
  return { x: pen.x(x), y: pen.y(bytes) };
}

/** What the failed callback asked for stands over what it found, since that is what did not fit. */
function drawFailure(pen: Pen, place: MemoryPlace, { theme }: Look): void {
  const { step } = place;
  const { x, y } = at(pen, place);
  const needed = pen.y(step.beforeBytes + step.weightBytes);
  if (needed < y) clipped(pen, () => pen.line([x, y], [x, needed], theme.danger, [2, 3]));
  cross(pen, { x, y, radius: 4.5, colour: theme.danger });
}

function drawReading(pen: Pen, place: MemoryPlace, { colour, theme }: Look): void {
  const where = at(pen, place);
  if (place.moment === "before") disc(pen, { ...where, radius: 1.75, colour });
  else if (place.moment === "after reclaim") ring(pen, { ...where, radius: 3.25, colour, fill: theme.surface });
  else disc(pen, { ...where, radius: 3.25, colour });
}
