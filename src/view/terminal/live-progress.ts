import type { RunPicture } from "./run-picture.js";

const REDRAW_MS = 100;

/** Draws the picture over itself: a line a device and one for the sum. */
export function liveProgress(picture: RunPicture, stream: NodeJS.WriteStream) {
  let drawn = 0;
  let ended = false;
  const erase = () => {
    if (drawn > 0) stream.write(`\u001B[${drawn}A\u001B[0J`);
    drawn = 0;
  };
  const draw = () => {
    erase();
    const lines = [
      ...[...picture.devices].map(([name, { doing, last }]) => `${name}  ${doing}  ${last}`),
      picture.summary(),
    ];
    const width = Math.max(20, stream.columns ?? 80) - 1;
    stream.write(lines.map((line) => `${line.slice(0, width)}\n`).join(""));
    drawn = lines.length;
  };
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  return {
    // The picture is drawn by the clock: thousands of events a second cost one drawing.
    update: () => {},
    end: () => {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      erase();
      stream.write(`${picture.summary()}\n`);
    },
  };
}
