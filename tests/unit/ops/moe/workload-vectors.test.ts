import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { routingSchema, workloadSchema } from "../../../../src/ops/moe/case.js";
import { assignTokens, expertCounts } from "../../../../src/ops/moe/workload/assign.js";
import { routerLogits } from "../../../../src/ops/moe/workload/logits.js";
import { correctionBias, selectExperts } from "../../../../src/ops/moe/workload/select.js";

const FILE = "../../../fixtures/workload-vectors.json";

const mixtral = { experts: 8, topK: 2 };
const qwen = { experts: 128, topK: 8 };
const deepseek = { experts: 256, topK: 8 };
const grouped = { scoring: "sigmoid", groups: { count: 8, kept: 4 }, correctionBias: true, scale: 2.5 };
const powerLaw = (alpha: number, seed = 0) => ({ distribution: "power_law", alpha, seed });
const balanced = { distribution: "balanced" };

/** What the Python side is held to as well: a dozen layers, with the tokens and the draw. */
const INPUTS = [
  { layer: { ...mixtral, ep: 1 }, routing: {}, workload: balanced, tokens: 5, draw: 0 },
  { layer: { ...mixtral, ep: 8 }, routing: {}, workload: powerLaw(1.2), tokens: 16, draw: 1 },
  { layer: { experts: 12, topK: 5, ep: 3 }, routing: {}, workload: balanced, tokens: 3, draw: 0 },
  { layer: { ...qwen, ep: 1 }, routing: {}, workload: balanced, tokens: 64, draw: 0 },
  { layer: { ...qwen, ep: 4 }, routing: {}, workload: powerLaw(1.01), tokens: 1, draw: 0 },
  { layer: { ...qwen, ep: 4 }, routing: { renormalise: false }, workload: powerLaw(1, 7), tokens: 256, draw: 4 },
  { layer: { ...deepseek, ep: 8 }, routing: grouped, workload: balanced, tokens: 8, draw: 0 },
  { layer: { ...deepseek, ep: 8 }, routing: grouped, workload: balanced, tokens: 5, draw: 0 },
  { layer: { ...deepseek, ep: 16 }, routing: grouped, workload: powerLaw(1.01, 3), tokens: 48, draw: 2 },
  { layer: { ...deepseek, ep: 8 }, routing: grouped, workload: powerLaw(1.2), tokens: 384, draw: 0 },
  {
    layer: { experts: 256, topK: 6, ep: 1 },
    routing: { scoring: "sqrtsoftplus" },
    workload: balanced,
    tokens: 4,
    draw: 0,
  },
  {
    layer: { experts: 16, topK: 1, ep: 2 },
    routing: { scoring: "sigmoid", renormalise: false, weightOn: "input" },
    workload: powerLaw(1.2),
    tokens: 32,
    draw: 0,
  },
] as const;

const sha256 = (values: Int32Array | Float32Array) =>
  createHash("sha256").update(new Uint8Array(values.buffer)).digest("hex");

function vector(input: (typeof INPUTS)[number]): object {
  const routing = routingSchema.parse(input.routing);
  const layer = { ...input.layer, routing, workload: workloadSchema.parse(input.workload) };
  const assignment = assignTokens(layer, input.tokens, input.draw);
  const logits = routerLogits(layer, assignment);
  const bias = routing.correctionBias ? { correctionBias: correctionBias(layer.experts) } : {};
  const { weights } = selectExperts(logits, { ...layer, ...bias });
  return {
    ...layer,
    tokens: input.tokens,
    draw: input.draw,
    firstTokens: Array.from(assignment.experts.subarray(0, 2 * layer.topK)),
    counts: expertCounts(assignment, layer.experts),
    experts_i32le_sha256: sha256(assignment.experts),
    logits_f32le_sha256: sha256(logits),
    // Exponentials differ between math libraries in the last place: compare these with a tolerance of 1e-6.
    firstWeights: Array.from(weights.subarray(0, layer.topK), (weight) => Number(weight.toPrecision(7))),
  };
}

describe("the workload vectors", () => {
  it("are what the shared file says", async () => {
    const lines = INPUTS.map((input) => JSON.stringify(vector(input)));
    await expect(`[\n${lines.join(",\n")}\n]\n`).toMatchFileSnapshot(FILE);
  });
});
