import { expect, test } from "vitest";
import type { Assignment } from "../../../src/ops/moe/workload/assign.js";
import { buildLayer, LAYER_PARTS, passOutput, preparePass } from "../../../src/runtimes/ort/moe/built-layer.js";
import { RoutingProbe } from "../../../src/runtimes/ort/moe/probe.js";
import { RoutedTokens } from "../../../src/runtimes/ort/moe/routed-tokens.js";
import { smallMoeCase } from "../../fixtures/small-moe-case.js";
import { scratchFolder } from "./recorded-sweep.js";

const options = () => ({ scratchDir: scratchFolder(), threads: 1, parts: LAYER_PARTS });

/** Three tokens of two experts each. */
function assignment(experts: readonly number[]): Assignment {
  return { tokens: 3, topK: 2, experts: Int32Array.from(experts) };
}

test.each(["fp32", "int4"])("%s: a rank that gets no token computes nothing, and does not fall over", async (dtype) => {
  const layerCase = smallMoeCase({ dtype, ep: 4 });
  const built = await buildLayer(layerCase, options());
  const probe = await RoutingProbe.open(built.layer, 1);
  const pass = await preparePass(built, new RoutedTokens(layerCase, assignment([2, 3, 4, 5, 6, 7])));
  expect(await passOutput(built.session, pass, layerCase.hidden)).toEqual(new Float32Array(3 * layerCase.hidden));
  expect(await probe.achievedTokens(pass.routing, 3)).toEqual([0, 0]);
  await built.session.release();
  await probe.release();
});

test.each([
  ["fp32", 1],
  ["int4", 1],
  ["fp32", 2],
  ["int4", 2],
])(
  "%s, ep %i: the routing is read from the layer's own inputs, also where they are not what was asked",
  async (dtype, ep) => {
    const layerCase = smallMoeCase({ dtype, ep });
    const built = await buildLayer(layerCase, options());
    const probe = await RoutingProbe.open(built.layer, 1);
    const { routing } = await preparePass(built, new RoutedTokens(layerCase, assignment([0, 1, 1, 7, 3, 1])));
    expect(await probe.achievedTokens(routing, 3)).toEqual([1, 3, 0, 1, 0, 0, 0, 1].slice(0, 8 / ep));
    await built.session.release();
    await probe.release();
  },
);
