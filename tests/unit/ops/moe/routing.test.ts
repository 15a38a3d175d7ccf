import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { routingSchema } from "../../../../src/ops/moe/case.js";
import { assignTokens, expertCounts, type RoutedLayer } from "../../../../src/ops/moe/workload/assign.js";
import { rankLoads } from "../../../../src/ops/moe/workload/assignment.js";
import { routerLogits } from "../../../../src/ops/moe/workload/logits.js";
import { correctionBias, selectExperts, type Selection } from "../../../../src/ops/moe/workload/select.js";
import { deepseekCase, routedLayers, RUNS, tokenCounts } from "./layers.js";

function routed(layer: RoutedLayer, logits: Float32Array, bf16Logits: boolean): Selection {
  const { experts, topK, routing } = layer;
  const bias = routing.correctionBias ? { correctionBias: correctionBias(experts) } : {};
  return selectExperts(logits, { experts, topK, routing, bf16Logits, ...bias });
}

const rowsOf = (experts: Int32Array, topK: number) =>
  Array.from({ length: experts.length / topK }, (_, token) =>
    Array.from(experts.subarray(token * topK, (token + 1) * topK)),
  );

const byId = (row: number[]) => row.toSorted((left, right) => left - right);

const fewTokens = tokenCounts.map((tokens) => Math.min(tokens, 12));

/** Where the order of preference survives too: a bias may turn round neighbours whose scores are as small as itself. */
const orderedLayers = routedLayers.filter(
  ({ topK, routing }) => !routing.correctionBias || (routing.scoring !== "softmax" && topK <= 12),
);

/** The experts that a layer chooses for its workload's logits, and those that were asked for, a row a token. */
function chosenAndAsked(layer: RoutedLayer, tokens: number, bf16: boolean): { chosen: number[][]; asked: number[][] } {
  const assignment = assignTokens(layer, tokens);
  const { experts } = routed(layer, routerLogits(layer, assignment), bf16);
  return { chosen: rowsOf(experts, layer.topK), asked: rowsOf(assignment.experts, layer.topK) };
}

describe("router logits", () => {
  it("make any routing choose the assignment, rounded to bf16 or not", () => {
    fc.assert(
      fc.property(routedLayers, fewTokens, fc.boolean(), (layer, tokens, bf16) => {
        const { chosen, asked } = chosenAndAsked(layer, tokens, bf16);
        expect(chosen.map(byId)).toEqual(asked.map(byId));
      }),
      RUNS,
    );
  });

  it("keep the order of preference", () => {
    fc.assert(
      fc.property(orderedLayers, fewTokens, fc.boolean(), (layer, tokens, bf16) => {
        const { chosen, asked } = chosenAndAsked(layer, tokens, bf16);
        expect(chosen).toEqual(asked);
      }),
      RUNS,
    );
  });

  it("of a token are all different", () => {
    fc.assert(
      fc.property(routedLayers, (layer) => {
        const logits = routerLogits(layer, assignTokens(layer, 1));
        expect(new Set(logits).size).toBe(layer.experts);
      }),
      RUNS,
    );
  });

  it("give DeepSeek-V3's rank 0 of ep 8 an eighth of a balanced workload, as achieved through bf16 and groups", () => {
    const layer = deepseekCase({ ep: 8 });
    for (let tokens = 8; tokens <= 256; tokens += 8) {
      const assignment = assignTokens(layer, tokens);
      const { experts } = routed(layer, routerLogits(layer, assignment), true);
      const counts = expertCounts({ tokens, topK: 8, experts }, 256);
      expect(rankLoads(counts, 8)).toEqual(Array.from({ length: 8 }, () => tokens));
    }
  });
});

describe("what public tables call balanced for DeepSeek-V3", () => {
  it("puts most of the work on rank 0, for its logits of 0 and 1 tie", () => {
    const layer = deepseekCase({ ep: 8 });
    const asked = assignTokens({ ...layer, routing: { ...layer.routing, groups: null } }, 256);
    const logits = new Float32Array(256 * 256);
    for (const [token, row] of rowsOf(asked.experts, 8).entries())
      for (const expert of row) logits[token * 256 + expert] = 1;
    const { experts } = selectExperts(logits, { experts: 256, topK: 8, routing: layer.routing });
    const [first = 0] = rankLoads(expertCounts({ tokens: 256, topK: 8, experts }, 256), 8);
    expect(first / (256 * 8)).toBe(0.625);
  });
});

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const sqrtSoftplus = (x: number) => Math.sqrt(Math.log1p(Math.exp(x)));

/** Routes one token. */
const one = (logits: number[], routing: object, bias?: number[]) => {
  const correction = bias === undefined ? {} : { correctionBias: Float32Array.from(bias) };
  const parsed = routingSchema.parse(routing);
  const topK = "groups" in routing || logits.length === 3 ? 2 : 1;
  const { experts, weights } = selectExperts(Float32Array.from(logits), {
    experts: logits.length,
    topK,
    routing: parsed,
    ...correction,
  });
  return { experts: Array.from(experts), weights: Array.from(weights, (weight) => Number(weight.toFixed(6))) };
};

describe("selectExperts", () => {
  it("by softmax, renormalised, weighs with the softmax of the chosen", () => {
    const [a, b] = [Math.exp(1), Math.exp(2)];
    const weights = [b / (a + b), a / (a + b)].map((weight) => Number(weight.toFixed(6)));
    expect(one([1, 0, 2], {})).toEqual({ experts: [2, 0], weights });
  });

  it("by softmax, as scored, weighs with the softmax of all", () => {
    const sum = Math.exp(1) + 1 + Math.exp(2);
    const weights = [Math.exp(2) / sum, Math.exp(1) / sum].map((weight) => Number(weight.toFixed(6)));
    expect(one([1, 0, 2], { renormalise: false })).toEqual({ experts: [2, 0], weights });
  });

  it("multiplies by the scale after it renormalised", () => {
    const { weights } = one([1, 0, 2], { scoring: "sigmoid", scale: 2.5 });
    expect((weights[0] ?? 0) + (weights[1] ?? 0)).toBeCloseTo(2.5, 5);
  });

  it("keeps a scale of 0", () => {
    expect(one([1, 0, 2], { scale: 0 }).weights).toEqual([0, 0]);
  });

  it("scores by the square root of softplus", () => {
    const { weights } = one([1, 0, 2], { scoring: "sqrtsoftplus", renormalise: false });
    expect(weights[0]).toBeCloseTo(sqrtSoftplus(2), 5);
    expect(weights[1]).toBeCloseTo(sqrtSoftplus(1), 5);
  });

  it("does not overflow with large logits", () => {
    expect(one([1000, -1000, 0], { scoring: "sqrtsoftplus", renormalise: false }).weights[0]).toBeCloseTo(31.622777, 5);
    expect(one([1000, -1000, 0], {}).weights).toEqual([1, 0]);
  });

  it("chooses by the biased score and weighs by the unbiased one", () => {
    const { experts, weights } = one(
      [1, 0, 2],
      { scoring: "sigmoid", renormalise: false, correctionBias: true },
      [0, 1, 0],
    );
    expect(experts).toEqual([1, 2]);
    expect(weights[0]).toBeCloseTo(0.5, 6);
    expect(weights[1]).toBeCloseTo(sigmoid(2), 5);
  });

  it("keeps the group with the best two under a bias, with the best one without", () => {
    // Group 0 has the best expert, group 1 the best pair.
    const logits = [3, -3, 2, 2.5];
    const routing = { scoring: "sigmoid", groups: { count: 2, kept: 1 } };
    expect(one(logits, routing).experts).toEqual([0, 1]);
    expect(one(logits, { ...routing, correctionBias: true }, [0, 0, 0, 0]).experts).toEqual([3, 2]);
  });

  it("takes the lower id where scores are equal", () => {
    expect(one([1, 1, 1], {}).experts).toEqual([0, 1]);
  });

  it("of Llama-4 weighs with the sigmoid of the top-1 logit", () => {
    const llama4 = { scoring: "sigmoid", renormalise: false, weightOn: "input" };
    const { experts, weights } = one([0.5, 1.5, -1, 0], llama4);
    expect(experts).toEqual([1]);
    expect(weights[0]).toBeCloseTo(sigmoid(1.5), 5);
  });

  it("rounds logits to bf16, ties to even, if told to", () => {
    const router = { experts: 2, topK: 1, routing: routingSchema.parse({ scoring: "sigmoid", renormalise: false }) };
    const logits = Float32Array.from([1.00390625, 1]);
    expect(selectExperts(logits, router).weights[0]).toBeCloseTo(sigmoid(1.00390625), 6);
    expect(selectExperts(logits, { ...router, bf16Logits: true }).weights[0]).toBeCloseTo(sigmoid(1), 6);
    const above = Float32Array.from([1.01171875, 1]);
    expect(selectExperts(above, { ...router, bf16Logits: true }).weights[0]).toBeCloseTo(sigmoid(1.015625), 6);
  });
});

describe("the correction bias", () => {
  it("is small, differs between neighbours and is no constant", () => {
    const bias = correctionBias(256);
    expect(Math.max(...bias.map(Math.abs))).toBeLessThanOrEqual(2 ** -12);
    expect(new Set(bias).size).toBe(64);
  });
});
