import { describe, expect, it } from "vitest";
import type { MoeCase } from "../../../../src/ops/moe/case.js";
import { moeRunInputs } from "../../../../src/ops/moe/run-inputs.js";
import { assignTokens } from "../../../../src/ops/moe/workload/assign.js";
import { routerLogits } from "../../../../src/ops/moe/workload/logits.js";
import { smallMoeCase } from "../../../fixtures/small-moe-case.js";

const powerLaw = { distribution: "power_law", alpha: 1.2, draws: 3, seed: 7 };

/** The logits that a worker makes of its inputs: each token's row of the others' levels, with its own experts' put in. */
function logitsOf(
  { experts, topK }: MoeCase,
  { logits }: ReturnType<typeof moeRunInputs>,
  ids: readonly number[],
): number[] {
  const rows = Array.from({ length: ids.length / topK }, () => [...logits.unchosen]);
  for (const [place, id] of ids.entries())
    (rows[Math.floor(place / topK)] ?? [])[id] = logits.chosen[place % topK] ?? 0;
  expect(logits.unchosen).toHaveLength(experts);
  return rows.flat();
}

function decode(text: string): number[] {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: bytes.length / 2 }, (_, place) => bytes.readUInt16LE(place * 2));
}

describe("what a worker in another language is handed", () => {
  const layer = smallMoeCase({ experts: 512, topK: 4, workload: powerLaw });
  const coordinates = [{ tokens: 3 }, { tokens: 50 }];
  const inputs = moeRunInputs(layer, coordinates);

  it("is each draw's assignment of each point, in their order", () => {
    expect(inputs.points.map((draws) => draws.map(decode))).toEqual(
      coordinates.map(({ tokens }) => [0, 1, 2].map((draw) => [...assignTokens(layer, tokens, draw).experts])),
    );
  });

  it("makes the very logits that the embedded runtime gets", () => {
    const assignment = assignTokens(layer, 50, 1);
    expect(logitsOf(layer, inputs, decode(inputs.points[1]?.[1] ?? ""))).toEqual([...routerLogits(layer, assignment)]);
  });

  it("has a correction bias where the layer has one", () => {
    expect(inputs.correctionBias).toBeNull();
    const biased = moeRunInputs(smallMoeCase({ routing: { correctionBias: true } }), coordinates);
    expect(biased.correctionBias).toHaveLength(8);
    expect(biased.points.map((draws) => draws.length)).toEqual([1, 1]);
  });

  it("is plain JSON", () => {
    expect(JSON.parse(JSON.stringify(inputs))).toEqual(inputs);
  });
});
