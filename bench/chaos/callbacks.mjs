// Callbacks of the chaos campaign: points that take a few milliseconds, and the place where garbage enters the stream.
import { readFileSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const POINT_MS = 6;
const UP = 3;

/** Writes to the parent what lies in the campaign's folder for that; once. */
function sayGarbage() {
  const path = join(process.env.CHAOS_FOLDER ?? "", "garbage");
  try {
    const garbage = readFileSync(path);
    unlinkSync(path);
    writeSync(UP, garbage);
  } catch {
    // Nothing lies there, or another worker was quicker.
  }
}

/** @param {unknown} _layer @param {AsyncIterable<object> & {report(point: object): void}} sweep */
async function driven(_layer, sweep) {
  for await (const _ of sweep) {
    await pause(POINT_MS);
    sayGarbage();
    sweep.report({
      series: [{ draw: 0, warmupNs: [], samplesNs: [1_000_000], collectedDuring: [], achievedTokens: null }],
      method: { clock: "host", cache: "warm", iterationsPerSample: 1 },
      kernel: "chaos/driven",
      router: null,
    });
  }
}

export const callbacks = { "chaos/driven": driven };
