import { expect, test } from "vitest";
import { assignTokens } from "../../../src/ops/moe/workload/assign.js";
import { LAYER_PARTS, preparePass } from "../../../src/runtimes/ort/moe/built-layer.js";
import { moeModel } from "../../../src/runtimes/ort/moe/graph.js";
import { localLayer } from "../../../src/runtimes/ort/moe/layer.js";
import { openLayerModel } from "../../../src/runtimes/ort/moe/layer-model.js";
import { RoutedTokens } from "../../../src/runtimes/ort/moe/routed-tokens.js";
import { doneOutput } from "../../../src/runtimes/ort/tensors.js";
import { smallMoeCase } from "../../fixtures/small-moe-case.js";
import { scratchFolder } from "./recorded-sweep.js";

const whole = ["MoE", "Shape"];
const rank = ["Shape", "ConstantOfShape", "GatherND", "MoE", "Mul", "ScatterND", "Shape"];

test.each([
  ["the whole layer", 1, whole],
  ["one rank of it", 2, rank],
])("a pass whose output nobody asks for runs %s all the same", async (_what, ep, operators) => {
  const layerCase = smallMoeCase({ ep });
  const layer = localLayer(layerCase);
  const session = await openLayerModel(layer, moeModel, { scratchDir: scratchFolder(), threads: 1 });
  const routed = new RoutedTokens(layerCase, assignTokens(layerCase, 5));
  const { feeds } = await preparePass({ layer, parts: LAYER_PARTS }, routed);
  await session.run(feeds, await doneOutput());
  expect(session.readKernels().map(({ operator }) => operator)).toEqual(operators);
  await session.release();
});
