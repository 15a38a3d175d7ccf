import { expect, test } from "vitest";
import type { MeasuredPoint } from "../../../src/protocol/facts.js";
import { recordedSweep } from "./recorded-sweep.js";

const point: MeasuredPoint = {
  series: [{ draw: 0, warmupNs: [], samplesNs: [1], collectedDuring: [], achievedTokens: null }],
  method: { clock: "host", cache: "warm", iterationsPerSample: 1 },
  kernel: "none",
  router: null,
};

test("points come in the order of the command", async () => {
  const { sweep, points } = recordedSweep([8, 1, 2]);
  const seen: (number | undefined)[] = [];
  for await (const { tokens } of sweep) {
    seen.push(tokens);
    sweep.report(point);
  }
  expect(seen).toEqual([8, 1, 2]);
  expect(points).toHaveLength(3);
  expect(sweep.drained).toBe(false);
});

test("drained: the sweep ends before its next point; after the last point there is nothing to drain", async () => {
  for (const [last, drained] of [
    [1, true],
    [2, false],
  ] as const) {
    const { sweep, points } = recordedSweep([1, 2]);
    for await (const { tokens } of sweep) {
      if (tokens === last) sweep.drain();
      sweep.report(point);
    }
    expect([points.length, sweep.drained]).toEqual([last, drained]);
  }
});

test("a point that was not reported, and one that was not being measured, are the callback's errors", async () => {
  const { sweep } = recordedSweep([1, 2]);
  expect(() => sweep.report(point)).toThrowError("reported a point that it was not measuring");
  const points = sweep[Symbol.asyncIterator]();
  await points.next();
  await expect(points.next()).rejects.toThrowError('did not report its point {"tokens":1}');
});
