import { describe, expect, it } from "vitest";
import { flagsOf, type SeriesFacts } from "../../../src/measure/flags.js";
import { summarise } from "../../../src/measure/statistics.js";

const MS = 1e6;
const calmMs = [1, 1.01, 0.99, 1, 1.02, 0.98, 1, 1.01, 0.99, 1];

/** Facts of a series that nothing is wrong with, but for what is given. */
function factsOf(samplesMs: readonly number[], given: Partial<SeriesFacts> = {}): SeriesFacts {
  const samplesNs = samplesMs.map((ms) => ms * MS);
  const iterationsPerSample = given.iterationsPerSample ?? 1;
  return {
    statistics: summarise(samplesNs, iterationsPerSample),
    samplesNs,
    iterationsPerSample,
    clock: { resolutionNs: 30, costNs: 50 },
    collectedDuring: [],
    routingAsAsked: true,
    eagerMs: null,
    deviceClockMhz: null,
    ...given,
  };
}

describe("field cases: timing", () => {
  it("samples 1,1,1,1,1,1,1,1,1,11 ms are flagged", () => {
    expect(flagsOf(factsOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 11]))).toEqual(["noisy"]);
  });

  it("times that fall 15 % after iteration 30 (clock drop) are flagged as drifting", () => {
    const samples = Array.from({ length: 60 }, (_, index) => (index < 30 ? 1 : 0.85));
    expect(flagsOf(factsOf(samples))).toContain("drifting");
  });

  it("a replay 100× faster than the eager run lacks the work", () => {
    expect(flagsOf(factsOf(calmMs, { eagerMs: 100 }))).toEqual(["graph_without_work"]);
    expect(flagsOf(factsOf(calmMs, { eagerMs: 15 }))).toEqual([]);
  });

  it("a device held below the clock that it can hold is flagged as throttled", () => {
    expect(flagsOf(factsOf(calmMs, { deviceClockMhz: { sustained: 1980, lowest: 1200 } }))).toEqual(["throttled"]);
    expect(flagsOf(factsOf(calmMs, { deviceClockMhz: { sustained: 1980, lowest: 1935 } }))).toEqual([]);
  });
});

describe("flags", () => {
  it("has none for a calm series", () => {
    expect(flagsOf(factsOf(calmMs))).toEqual([]);
    expect(flagsOf(factsOf([1]))).toEqual([]);
  });

  it("calls a series noisy whose median is not known to 5 %", () => {
    expect(flagsOf(factsOf([1, 1.2, 0.8, 1.3, 0.9, 1.1, 0.85, 1.25]))).toEqual(["noisy"]);
  });

  it("tells a cold first sample from an outlier later on", () => {
    expect(flagsOf(factsOf([1.6, ...calmMs]))).toEqual(["cold_first_sample"]);
    expect(flagsOf(factsOf([...calmMs, 1.6]))).toEqual([]);
    expect(flagsOf(factsOf([1.6, 1.7, ...calmMs]))).toEqual([]);
  });

  it("looks at the sample, not the latency, for the clock's resolution", () => {
    const samples = calmMs.map((ms) => ms * 0.002);
    expect(flagsOf(factsOf(samples))).toEqual(["below_resolution"]);
    expect(flagsOf(factsOf(samples.map((ms) => ms * 5)))).toEqual([]);
    expect(
      flagsOf(
        factsOf(
          samples.map((ms) => ms * 5),
          { iterationsPerSample: 5 },
        ),
      ),
    ).toEqual([]);
    expect(flagsOf(factsOf(samples, { clock: { resolutionNs: 1000, costNs: 20 } }))).toEqual(["below_resolution"]);
  });

  it("names collections while timing and routing that is not as asked", () => {
    const given = { collectedDuring: [3], routingAsAsked: false };
    expect(flagsOf(factsOf(calmMs, given))).toEqual(["collected_while_timing", "routing_not_as_asked"]);
    expect(flagsOf(factsOf(calmMs, { routingAsAsked: null }))).toEqual([]);
  });
});
