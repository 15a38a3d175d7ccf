import { expect, test } from "vitest";
import { moe } from "../../../src/runtimes/ort/callbacks/moe.js";
import { smallMoeCase } from "../../fixtures/small-moe-case.js";
import { recordedSweep, scratchFolder } from "./recorded-sweep.js";

// DeepSeek-V3's routing over small experts. Public "balanced" tables put 62.5 % of this work on rank 0 of ep = 8.
const deepseekRouting = {
  experts: 256,
  topK: 8,
  routing: {
    scoring: "sigmoid",
    groups: { count: 8, kept: 4 },
    correctionBias: true,
    scale: 2.5,
    logits: "fp32",
  },
};
const tokenCounts = Array.from({ length: 32 }, (_, index) => 8 * (index + 1));

test.each([
  ["the layer of rank 0 (ep 8)", { ep: 8 }],
  ["the whole layer", {}],
])(
  "balanced DeepSeek-V3 through %s: an eighth of the work is rank 0's, at every multiple of 8 tokens",
  async (_, cut) => {
    const { sweep, points } = recordedSweep(tokenCounts, scratchFolder());
    await moe(smallMoeCase({ ...deepseekRouting, ...cut }), sweep);
    expect(points).toHaveLength(tokenCounts.length);
    points.forEach(({ series }, index) => {
      const ofRank0 = (series[0]?.achievedTokens ?? []).slice(0, 32).reduce((sum, count) => sum + count, 0);
      const share = ofRank0 / (8 * (tokenCounts[index] ?? 0));
      expect(Math.abs(share - 0.125)).toBeLessThanOrEqual(0.0025);
    });
  },
);
