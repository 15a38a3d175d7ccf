import fc from "fast-check";
import { expect, test } from "vitest";
import { forecastMemory } from "../../../src/ledger/memory-forecast.js";

const MIB = 2 ** 20;

/** Callbacks run, each leaving `growth`, until one does not find room for its layer; gives that callback's number. */
function firstFailure({
  start,
  growth,
  layer,
  limit,
}: Readonly<Record<"start" | "growth" | "layer" | "limit", number>>): number {
  let callback = 1;
  for (let held = start; held + layer <= limit; held += growth) callback += 1;
  return callback;
}

test("property: under linear growth the forecast names the callback that really fails", () => {
  const course = fc.record({
    start: fc.integer({ min: 50, max: 500 }),
    growth: fc.integer({ min: 65, max: 2000 }),
    slack: fc.integer({ min: 0, max: 300 }),
    observed: fc.integer({ min: 3, max: 12 }),
    fits: fc.integer({ min: 0, max: 30 }),
    rest: fc.integer({ min: 0, max: 1999 }),
  });
  fc.assert(
    fc.property(course, ({ start, growth, slack, observed, fits, rest }) => {
      const layer = growth + slack;
      const limit = start + growth * (observed - 1) + layer + fits * growth + (rest % growth);
      const afterCallbacks = Array.from({ length: observed }, (_, index) => (start + growth * (index + 1)) * MIB);
      const forecast = forecastMemory({ afterCallbacks, layerBytes: layer * MIB, limitBytes: limit * MIB });
      expect(forecast?.growthBytes).toBeCloseTo(growth * MIB, 3);
      expect(forecast?.failsAtCallback).toBe(firstFailure({ start, growth, layer, limit }));
    }),
  );
});

test("property: memory that only moves by ±40 MiB has no failure in sight, however it falls", () => {
  const jitter = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 3, maxLength: 60 });
  fc.assert(
    fc.property(jitter, (moves) => {
      const afterCallbacks = moves.map((move) => (150 + move) * MIB);
      const forecast = forecastMemory({ afterCallbacks, layerBytes: 672 * MIB, limitBytes: 2800 * MIB });
      expect(forecast).toEqual({ growthBytes: 0, failsAtCallback: null });
    }),
    { numRuns: 2000 },
  );
});

test("growth with jitter on top is still found, and one odd callback does not move it", () => {
  const afterCallbacks = [918, 1755, 2560, 9000, 4190].map((mib) => mib * MIB);
  const forecast = forecastMemory({ afterCallbacks, layerBytes: 672 * MIB, limitBytes: 12_000 * MIB });
  expect((forecast?.growthBytes ?? 0) / MIB).toBeGreaterThan(790);
  expect((forecast?.growthBytes ?? 0) / MIB).toBeLessThan(840);
});

test("memory that shrinks does not run out", () => {
  const afterCallbacks = [900, 600, 300].map((mib) => mib * MIB);
  expect(forecastMemory({ afterCallbacks, layerBytes: 1, limitBytes: 1000 * MIB })?.failsAtCallback).toBeNull();
});

test("a worker that is full already fails at its next callback", () => {
  const afterCallbacks = [1000, 2000, 3000].map((mib) => mib * MIB);
  expect(forecastMemory({ afterCallbacks, layerBytes: 900 * MIB, limitBytes: 3100 * MIB })?.failsAtCallback).toBe(4);
});

test("fewer than three callbacks tell nothing", () => {
  expect(forecastMemory({ afterCallbacks: [1, 2], layerBytes: 1, limitBytes: 10 })).toBeNull();
});
