import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NonFiniteSample, NoSamples, summarise } from "../../../src/measure/statistics.js";

const MS = 1e6;
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms * MS);
const durations = fc.array(fc.integer({ min: 1, max: 1e10 }), { minLength: 1, maxLength: 120 });

/** Deterministic noise: a low-discrepancy sequence in [−1, 1), which has no trend of its own. */
const noise = (index: number): number => 2 * ((index * 0.618_033_988_75) % 1) - 1;
const noisySeries = (count: number, levelAt: (index: number) => number, spread: number): number[] =>
  Array.from({ length: count }, (_, index) => levelAt(index) * (1 + spread * noise(index)) * MS);

describe("field cases: timing", () => {
  it("samples 1,1,1,1,1,1,1,1,1,11 ms: median 1.0 and mean 2.0, both kept", () => {
    expect(summarise([...times(9, 1), 11 * MS])).toMatchObject({ n: 10, medianMs: 1, meanMs: 2, minMs: 1 });
  });

  it.each([60, 100, 40])("times fall 15 %% after iteration 30 of %i: drift, steady part and whole", (count) => {
    const statistics = summarise(noisySeries(count, (index) => (index < 30 ? 1 : 0.85), 0.01));
    expect(statistics.drift).toBeCloseTo(-0.15, 1);
    expect(statistics.steadyMedianMs).toBeCloseTo(0.85, 2);
    expect(statistics.n).toBe(count);
    expect(statistics.medianMs).toBeGreaterThan(0.84);
  });

  it("zero samples: refused with that reason, never latency 0", () => {
    expect(() => summarise([])).toThrow(NoSamples);
    expect(() => summarise([])).toThrow("no samples were taken, so there is no latency");
  });

  it("one sample of 5 inner iterations, 10 ms in all: 2 ms", () => {
    expect(summarise([10 * MS], 5)).toMatchObject({ n: 1, medianMs: 2, meanMs: 2 });
  });
});

describe("samples that are no durations", () => {
  it.each([NaN, Infinity, -Infinity, -1, 0])("%d ns is refused, naming the sample", (broken) => {
    expect(() => summarise([5, broken, 5])).toThrow(NonFiniteSample);
    expect(() => summarise([5, broken, 5])).toThrow(`non-finite timing: sample 2 is ${broken} ns`);
  });

  it("a sample of 0 ns says what to do", () => {
    expect(() => summarise([0])).toThrow("take more iterations per sample");
  });
});

describe("figures that few samples do not allow are null, never 0", () => {
  it.each([
    [1, { stdevMs: null, medianCi: null, drift: null }],
    [2, { stdevMs: 0, medianCi: null, drift: null }],
    [5, { stdevMs: 0, medianCi: null, drift: null }],
    [6, { stdevMs: 0, medianCi: 0, drift: null }],
    [10, { stdevMs: 0, medianCi: 0, drift: 0 }],
  ])("%i samples", (count, expected) => {
    expect(summarise(times(count, 3))).toMatchObject({ ...expected, medianMs: 3, steadyMedianMs: null });
  });
});

describe("the median's interval", () => {
  it("of six samples reaches from the least to the greatest", () => {
    expect(summarise([7, 9, 10, 10, 12, 13]).medianCi).toBeCloseTo((13 - 7) / 2 / 10, 12);
  });

  it("holds the true median in about 95 of 100 series, also of a skewed spread", () => {
    const state = { seed: 42 };
    const uniform = (): number => (state.seed = (state.seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const trueMedian = 1 + Math.LN2;
    let held = 0;
    for (let series = 0; series < 2000; series += 1) {
      const { medianMs, medianCi } = summarise(Array.from({ length: 25 }, () => (1 - Math.log(uniform())) * MS));
      // The interval is not symmetric, so its half-width alone holds the median a little less often.
      if (Math.abs(medianMs - trueMedian) <= (medianCi ?? 0) * medianMs) held += 1;
    }
    expect(held / 2000).toBeGreaterThan(0.9);
    expect(held / 2000).toBeLessThan(0.99);
  });
});

describe("drift", () => {
  it("is found in a slow ramp and in a settling start", () => {
    expect(summarise(noisySeries(80, (index) => 1 + index / 400, 0.03)).drift).toBeGreaterThan(0.05);
    const settling = summarise(noisySeries(80, (index) => 1 + Math.exp(-index / 5), 0.01));
    expect(settling.drift).toBeLessThan(-0.05);
    expect(settling.steadyMedianMs).toBeCloseTo(1, 1);
  });

  it("is not found in noise, outliers, or a shift too small to matter", () => {
    expect(summarise(noisySeries(100, () => 1, 0.3))).toMatchObject({ drift: 0, steadyMedianMs: null });
    expect(summarise(noisySeries(100, (index) => (index % 9 === 8 ? 6 : 1), 0.02)).drift).toBe(0);
    expect(summarise(noisySeries(100, (index) => (index < 50 ? 1 : 1.02), 0.001)).drift).toBe(0);
  });

  it("takes the last level as the steady part where there are several", () => {
    const levels = [2, 1.5, 1];
    const series = noisySeries(90, (index) => levels[Math.floor(index / 30)] ?? 0, 0.01);
    expect(summarise(series).steadyMedianMs).toBeCloseTo(1, 2);
  });

  it("is found by chance in no more than 2 of 100 shuffled series", () => {
    const state = { seed: 7 };
    const uniform = (): number => (state.seed = (state.seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (const count of [10, 20, 50, 100]) {
      let found = 0;
      for (let series = 0; series < 1000; series += 1) {
        if (summarise(Array.from({ length: count }, () => 1 + uniform())).drift !== 0) found += 1;
      }
      expect(found).toBeLessThanOrEqual(20);
    }
  });
});

describe("for any samples", () => {
  it("the figures are ordered and lie within the samples", () => {
    fc.assert(
      fc.property(durations, fc.integer({ min: 1, max: 50 }), (samplesNs, iterations) => {
        const { minMs, p10Ms, medianMs, p90Ms, meanMs } = summarise(samplesNs, iterations);
        const maxMs = Math.max(...samplesNs) / iterations / MS;
        const inOrder = [minMs, p10Ms, medianMs, p90Ms, maxMs];
        expect(inOrder).toEqual(inOrder.toSorted((left, right) => left - right));
        expect(meanMs).toBeGreaterThanOrEqual(minMs * (1 - 1e-12));
        expect(meanMs).toBeLessThanOrEqual(maxMs * (1 + 1e-12));
      }),
    );
  });

  it("twice the duration is twice the latency; every share stays", () => {
    fc.assert(
      fc.property(durations, (samplesNs) => {
        const once = summarise(samplesNs);
        const twice = summarise(samplesNs.map((sample) => sample * 2));
        expect(twice.medianMs).toBe(once.medianMs * 2);
        expect(twice.medianCi).toBe(once.medianCi);
        expect(twice.drift).toBe(once.drift);
      }),
    );
  });

  it("order matters for the drift alone", () => {
    fc.assert(
      fc.property(durations, (samplesNs) => {
        const { drift: _, steadyMedianMs: __, ...forward } = summarise(samplesNs);
        expect(summarise(samplesNs.toReversed())).toMatchObject(forward);
      }),
    );
  });
});
