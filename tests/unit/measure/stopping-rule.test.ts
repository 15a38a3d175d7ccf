import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { medianIntervalRank } from "../../../src/measure/median-interval.js";
import { wantsMore } from "../../../src/measure/stopping-rule.js";
import { timingPolicySchema, type TimingPolicy } from "../../../src/measure/timing-policy.js";

const golden = z
  .object({
    ranks: z.array(z.object({ n: z.int(), rank: z.int() })),
    vectors: z.array(
      z.object({
        name: z.string(),
        policy: timingPolicySchema,
        samplesNs: z.array(z.number()),
        elapsedNs: z.number(),
        wantsMore: z.boolean(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync("tests/fixtures/stopping-vectors.json", "utf8")));

const adaptive: Extract<TimingPolicy, { kind: "adaptive" }> = {
  kind: "adaptive",
  warmup: 0,
  minRuns: 5,
  maxRuns: 200,
  maxSeconds: 1,
  targetCi: 0.02,
};

/** Durations (ns) round 0.1 ms. */
const wave = (spread: number) => (index: number) => 1e5 * (1 + spread * Math.sin(7.3 * index));

/** Samples that the rule takes from a source before it stops. */
function samplesTaken(policy: TimingPolicy, nextNs: (index: number) => number): number {
  const samplesNs: number[] = [];
  for (let elapsedNs = 0; wantsMore(policy, samplesNs, elapsedNs);) {
    const sample = nextNs(samplesNs.length);
    samplesNs.push(sample);
    elapsedNs += sample;
  }
  return samplesNs.length;
}

describe("the stopping rule", () => {
  it.each(golden.vectors)("golden vector: $name", ({ policy, samplesNs, elapsedNs, wantsMore: expected }) => {
    expect(wantsMore(policy, samplesNs, elapsedNs)).toBe(expected);
  });

  it.each(golden.ranks)("the interval of $n samples begins at rank $rank", ({ n, rank }) => {
    expect(medianIntervalRank(n)).toBe(rank);
  });

  it("takes exactly the runs of a fixed policy", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (runs) => {
        expect(samplesTaken({ kind: "fixed", warmup: 0, runs }, () => 1e9)).toBe(runs);
      }),
      { numRuns: 50 },
    );
  });

  it("stops between minRuns and maxRuns, whatever the samples", () => {
    const limits = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 100 }));
    fc.assert(
      fc.property(limits, fc.infiniteStream(fc.integer({ min: 1, max: 1e8 })), ([minRuns, more], stream) => {
        const policy = { ...adaptive, minRuns, maxRuns: minRuns + more };
        const taken = samplesTaken(policy, () => stream.next().value ?? 1);
        expect(taken).toBeGreaterThanOrEqual(minRuns);
        expect(taken).toBeLessThanOrEqual(minRuns + more);
      }),
    );
  });

  it("takes more samples of a noisy layer than of a calm one", () => {
    expect(samplesTaken(adaptive, wave(0.01))).toBe(6);
    expect(samplesTaken(adaptive, wave(0.04))).toBeGreaterThan(15);
    expect(samplesTaken(adaptive, wave(0.9))).toBe(200);
  });

  it("does not depend on the order of the samples", () => {
    const samples = fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 6, maxLength: 40 });
    fc.assert(
      fc.property(samples, (samplesNs) => {
        const reversed = wantsMore(adaptive, samplesNs.toReversed(), 0);
        expect(reversed).toBe(wantsMore(adaptive, samplesNs, 0));
      }),
    );
  });
});

describe("the timing policy", () => {
  it("refuses a maxRuns below minRuns, naming the field", () => {
    const result = timingPolicySchema.safeParse({ ...adaptive, minRuns: 10, maxRuns: 9 });
    expect(result.error?.issues).toEqual([
      expect.objectContaining({ path: ["maxRuns"], message: "maxRuns must be at least minRuns" }),
    ]);
  });
});
