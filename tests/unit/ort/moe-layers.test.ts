import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { MoeCase } from "../../../src/ops/moe/case.js";
import { assignTokens, drawCount, expertCounts } from "../../../src/ops/moe/workload/assign.js";
import { moe } from "../../../src/runtimes/ort/callbacks/moe.js";
import { layersAlive } from "../../../src/runtimes/ort/layer-count.js";
import { localLayer } from "../../../src/runtimes/ort/moe/layer.js";
import { smallMoeCase } from "../../fixtures/small-moe-case.js";
import { recordedSweep, scratchFolder } from "./recorded-sweep.js";

// Every form in which a layer is built, in both number formats. The callback itself compares each layer with the
// reference and raises where they differ; here its points are read.

const sigmoidGroups = {
  scoring: "sigmoid",
  groups: { count: 4, kept: 2 },
  correctionBias: true,
  scale: 2.5,
  logits: "fp32",
};
const forms: readonly [form: string, router: "native" | "precomputed", changes: Record<string, unknown>][] = [
  ["softmax over all, renormalised (Mixtral)", "native", {}],
  ["softmax, renormalised, scaled", "native", { routing: { scale: 0.5 } }],
  [
    "sigmoid, groups, correction bias, scale (DeepSeek-V3)",
    "precomputed",
    { experts: 16, topK: 4, routing: sigmoidGroups },
  ],
  [
    "square root of softplus",
    "precomputed",
    { routing: { scoring: "sqrtsoftplus", correctionBias: true, scale: 1.5 } },
  ],
  [
    "sigmoid of the best, on the input (Llama-4)",
    "precomputed",
    { topK: 1, routing: { scoring: "sigmoid", renormalise: false, weightOn: "input" } },
  ],
  [
    "two experts, weighted on the input",
    "precomputed",
    { routing: { scoring: "sigmoid", renormalise: false, weightOn: "input" } },
  ],
  [
    "clamped swiglu with biases (gpt-oss)",
    "native",
    { activation: { function: "swigluoai", bias: true, alpha: 1.702, limit: 0.5 } },
  ],
  ["clamped silu (DeepSeek-V4)", "native", { activation: { function: "silu", limit: 0.5 } }],
  ["cut by tp", "native", { tp: 4 }],
  ["cut by ep", "precomputed", { ep: 4 }],
  ["cut by ep, sigmoid and groups", "precomputed", { experts: 32, topK: 4, ep: 8, routing: sigmoidGroups }],
  [
    "cut by tp and ep, biases",
    "precomputed",
    { tp: 2, ep: 2, activation: { function: "swigluoai", bias: true, alpha: 1.702, limit: 7 } },
  ],
  ["odd blocks of 32", "native", { hidden: 80, inter: 40 }],
  ["power law", "native", { workload: { distribution: "power_law", alpha: 1.2, draws: 3, seed: 7 } }],
  ["power law, cut by ep", "precomputed", { ep: 2, workload: { distribution: "power_law", alpha: 1.01, draws: 2 } }],
];

/** The tokens that rank 0's experts are sent in each draw. */
function askedTokens(layerCase: MoeCase, tokens: number): number[][] {
  return Array.from({ length: drawCount(layerCase.workload) }, (_, draw) =>
    expertCounts(assignTokens(layerCase, tokens, draw), layerCase.experts).slice(0, layerCase.experts / layerCase.ep),
  );
}

test.each(forms.flatMap((form) => ["fp32", "int4"].map((dtype) => [dtype, ...form] as const)))(
  "%s, %s: right output, achieved routing as asked, nothing left",
  async (dtype, _form, router, changes) => {
    const layerCase = smallMoeCase({ dtype, ...changes });
    const scratch = scratchFolder();
    const { sweep, points } = recordedSweep([1, 5, 16], scratch);
    await moe(layerCase, sweep);
    expect(points.map(({ series }) => series.map(({ achievedTokens }) => achievedTokens))).toEqual(
      [1, 5, 16].map((tokens) => askedTokens(layerCase, tokens)),
    );
    for (const point of points) {
      expect(point).toMatchObject({ router, kernel: `ort/${dtype === "fp32" ? "MoE" : "QMoE"}/CPUExecutionProvider` });
      for (const { warmupNs, samplesNs } of point.series) expect([warmupNs.length, samplesNs.length]).toEqual([1, 2]);
    }
    expect(layersAlive()).toBe(0);
    expect(readdirSync(scratch).filter((name) => !name.endsWith(".bin"))).toEqual([]);
  },
);

test.each([
  ["fp32", "native"],
  ["int4", "precomputed"],
])("%s without renormalisation is %s: only the unquantised operator leaves the sum as it is", async (dtype, router) => {
  const { sweep, points } = recordedSweep([4]);
  await moe(smallMoeCase({ dtype, routing: { renormalise: false, scale: 2 } }), sweep);
  expect(points[0]?.router).toBe(router);
});

test("a clamp that the model declares is part of the layer, for gated silu as well (DeepSeek-V4)", () => {
  const clamped = smallMoeCase({ activation: { function: "silu", limit: 10 } });
  expect(localLayer(clamped).swiglu).toEqual({ alpha: 1, beta: 0, limit: 10 });
});
