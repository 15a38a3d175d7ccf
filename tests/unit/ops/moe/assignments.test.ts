import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignTokens, drawCount, expertCounts, type RoutedLayer } from "../../../../src/ops/moe/workload/assign.js";
import { rankLoads, type Assignment } from "../../../../src/ops/moe/workload/assignment.js";
import { powerLawLoads } from "../../../../src/ops/moe/workload/power-law.js";
import { workloadEntrySchema } from "../../../../src/plan/workload-entry.js";
import { deepseekCase, groupedLayers, powerLaws, routedLayers, RUNS, tokenCounts, ungroupedLayers } from "./layers.js";

const BALANCED = { distribution: "balanced" } as const;

function expectsOf(layer: RoutedLayer, tokens: number): { assignment: Assignment; counts: number[]; rows: number[][] } {
  const assignment = assignTokens(layer, tokens);
  const rows = Array.from({ length: tokens }, (_, token) =>
    Array.from(assignment.experts.subarray(token * layer.topK, (token + 1) * layer.topK)),
  );
  return { assignment, counts: expertCounts(assignment, layer.experts), rows };
}

const loads = (alpha: number, seed: number, draw: number) =>
  powerLawLoads(
    { experts: 128, topK: 8, ep: 1 },
    { distribution: "power_law", alpha, draws: 5, seed },
    { tokens: 1024, draw },
  );

describe("any workload", () => {
  it("gives each token top-k distinct experts, and no expert more than all tokens", () => {
    fc.assert(
      fc.property(routedLayers, tokenCounts, (layer, tokens) => {
        const { counts, rows } = expectsOf(layer, tokens);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(tokens * layer.topK);
        expect(Math.max(...counts)).toBeLessThanOrEqual(tokens);
        for (const row of rows) expect(new Set(row).size).toBe(layer.topK);
      }),
      RUNS,
    );
  });

  it("makes rank 0 the busiest", () => {
    fc.assert(
      fc.property(routedLayers, tokenCounts, (layer, tokens) => {
        const [first, ...others] = rankLoads(expectsOf(layer, tokens).counts, layer.ep);
        expect(first).toBeGreaterThanOrEqual(Math.max(0, ...others));
      }),
      RUNS,
    );
  });

  it("sends no token to more groups than are kept", () => {
    fc.assert(
      fc.property(groupedLayers, tokenCounts, (layer, tokens) => {
        const { count = 1, kept = 1 } = layer.routing.groups ?? {};
        for (const row of expectsOf(layer, tokens).rows) {
          expect(new Set(row.map((expert) => Math.floor((expert * count) / layer.experts))).size).toBeLessThanOrEqual(
            kept,
          );
        }
      }),
      RUNS,
    );
  });

  it("is the same from the same case", () => {
    fc.assert(
      fc.property(routedLayers, tokenCounts, fc.integer({ min: 0, max: 9 }), (layer, tokens, draw) => {
        expect(assignTokens(structuredClone(layer), tokens, draw)).toEqual(assignTokens(layer, tokens, draw));
      }),
      RUNS,
    );
  });
});

describe("balanced", () => {
  it.each([
    [{ experts: 8, topK: 2 }, [0, 4, 1, 5, 2, 6]],
    [{ experts: 8, topK: 3 }, [0, 3, 6, 1, 4, 7, 2, 5, 0]],
    // ⌈12 / 5⌉ = 3 would come round to expert 0 at the fifth pick.
    [{ experts: 12, topK: 5 }, [0, 2, 4, 6, 8, 1, 3, 5, 7, 9, 2, 4, 6, 8, 10]],
    [{ experts: 3, topK: 3 }, [0, 1, 2, 1, 2, 0, 2, 0, 1]],
  ])("walks %j with an even stride", (sizes, experts) => {
    const layer = { ...deepseekCase(), ...sizes, routing: { ...deepseekCase().routing, groups: null } };
    expect(Array.from(assignTokens(layer, 3).experts)).toEqual(experts);
  });

  it("differs by the tokens over a whole walk at most", () => {
    fc.assert(
      fc.property(ungroupedLayers, fc.integer({ min: 1, max: 3 }), (layer, walks) => {
        const { counts } = expectsOf({ ...layer, workload: BALANCED }, walks * layer.experts);
        expect(new Set(counts)).toEqual(new Set([walks * layer.topK]));
      }),
      RUNS,
    );
  });

  it("gives each group the same under grouped top-k, at every multiple of the group count", () => {
    fc.assert(
      fc.property(groupedLayers, fc.integer({ min: 1, max: 12 }), (layer, rounds) => {
        const count = layer.routing.groups?.count ?? 1;
        const { counts } = expectsOf({ ...layer, ep: count, workload: BALANCED }, rounds * count);
        expect(new Set(rankLoads(counts, count))).toEqual(new Set([rounds * layer.topK]));
        // Round robin inside a group: no expert more than one ahead of another.
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  it("gives DeepSeek-V3's rank 0 of ep 8 an eighth at every multiple of 8 tokens", () => {
    for (let tokens = 8; tokens <= 1024; tokens += 8) {
      const [first] = rankLoads(expectsOf(deepseekCase({ ep: 8 }), tokens).counts, 8);
      expect(first).toBe(tokens);
    }
  });

  it("is what a power law of exponent 0 asks for, whatever its draws and seed", () => {
    const written = fc.record({ power_law: fc.constant(0), draws: fc.integer({ min: 1, max: 20 }), seed: fc.nat() });
    fc.assert(
      fc.property(routedLayers, tokenCounts, written, (layer, tokens, entry) => {
        const [workload = layer.workload] = workloadEntrySchema.parse(entry);
        expect(drawCount(workload)).toBe(1);
        const { assignment, counts } = expectsOf({ ...layer, workload }, tokens);
        expect(assignment).toEqual(assignTokens({ ...layer, workload: BALANCED }, tokens));
        const isEven = layer.routing.groups === null && tokens % layer.experts === 0;
        if (isEven) expect(new Set(counts)).toEqual(new Set([(tokens * layer.topK) / layer.experts]));
      }),
      RUNS,
    );
  });

  it("has one draw", () => {
    expect(drawCount(BALANCED)).toBe(1);
  });
});

describe("a power law", () => {
  it("asks for loads that sum to tokens · top-k, none above the tokens, the busiest rank first", () => {
    const law = fc.tuple(ungroupedLayers, powerLaws, tokenCounts, fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(law, ([layer, workload, tokens, draw]) => {
        const loads = powerLawLoads(layer, workload, { tokens, draw });
        const [first = 0, ...others] = rankLoads(loads, layer.ep);
        expect(loads.reduce((sum, load) => sum + load, 0)).toBe(tokens * layer.topK);
        expect(Math.min(...loads)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...loads)).toBeLessThanOrEqual(tokens);
        expect(first).toBeGreaterThanOrEqual(Math.max(0, ...others));
      }),
      RUNS,
    );
  });

  it("is dealt exactly as asked where there are no groups", () => {
    fc.assert(
      fc.property(ungroupedLayers, powerLaws, tokenCounts, (layer, workload, tokens) => {
        const { counts } = expectsOf({ ...layer, workload }, tokens);
        expect(counts).toEqual(powerLawLoads(layer, workload, { tokens, draw: 0 }));
      }),
      RUNS,
    );
  });

  it.each([8, 64, 256, 1000])("is dealt as asked to %d tokens of DeepSeek-V3, in spite of the groups", (tokens) => {
    for (const draw of [0, 1, 2, 3, 4]) {
      const workload = { distribution: "power_law" as const, alpha: 1.2, draws: 5, seed: 7 };
      const layer = deepseekCase({ ep: 8, workload });
      const counts = expertCounts(assignTokens(layer, tokens, draw), 256);
      expect(counts).toEqual(powerLawLoads(layer, workload, { tokens, draw }));
    }
  });

  it("has more skew with a larger exponent, and another one with another seed or draw", () => {
    expect(Math.max(...loads(1.2, 0, 0))).toBeGreaterThan(Math.max(...loads(0.5, 0, 0)));
    expect(loads(1.2, 1, 0)).not.toEqual(loads(1.2, 0, 0));
    expect(loads(1.2, 0, 1)).not.toEqual(loads(1.2, 0, 0));
    expect(loads(1.2, 1, 0)).not.toEqual(loads(1.2, 0, 1));
  });

  it("takes its experts from anywhere when tokens are few", () => {
    const firsts = [0, 1, 2, 3, 4].map(
      (seed) =>
        assignTokens(
          {
            ...deepseekCase({ routing: { ...deepseekCase().routing, groups: null } }),
            workload: { distribution: "power_law", alpha: 1.2, draws: 1, seed },
          },
          1,
        ).experts[0],
    );
    expect(new Set(firsts).size).toBeGreaterThan(1);
  });

  it("has as many draws as its case says", () => {
    expect(drawCount({ distribution: "power_law", alpha: 1.2, draws: 3, seed: 0 })).toBe(3);
  });
});
