import { CONTRIB_DOMAIN, type Initializer, type Model, modelOf, node, type Node, valueInfo } from "../onnx-model.js";
import type { AttributeValue } from "../onnx-model.js";
import type { MoeLayer } from "./layer.js";
import { QUANT_BLOCK, type WeightName } from "./weight-tensors.js";

/** The sizes and options of a layer that its graph depends on. */
export type GraphLayer = Omit<MoeLayer, "inter">;

/**
 * A layer as an ONNX model: input `x` [tokens, hidden], output `y` of the same shape, and what tells it where tokens
 * go. In the `tokens` form: `logits` [tokens, localExperts] and, where there is a gain, `gain` [tokens, 1]. In the
 * `pairs` form, each a row a pair: `token` [pairs, 1], `weight` [pairs, 1], `logits` [pairs, localExperts].
 *
 * The output `done` [2], the shape of `y`, is there to be asked for instead of it: the binding copies every output that
 * a pass is asked for, which is no part of the layer.
 *
 * @param initializers the weights, by the names of `WeightName`.
 */
export function moeModel(layer: GraphLayer, initializers: readonly Initializer[]): Model {
  const names = new Set(initializers.map(({ name }) => name));
  const weight = (name: WeightName) => (names.has(name) ? name : "");
  const tokens = layer.form === "tokens";
  return modelOf({
    nodes: [...(tokens ? tokenNodes(layer, weight) : pairNodes(layer, weight)), node("Shape", ["y"], "done")],
    initializers,
    inputs: [valueInfo("x", "float32", ["tokens", layer.hidden]), ...(tokens ? tokenInputs(layer) : pairInputs(layer))],
    outputs: [valueInfo("y", "float32", ["tokens", layer.hidden]), valueInfo("done", "int64", [2])],
  });
}

type Weight = (name: WeightName) => string;

function tokenInputs(layer: GraphLayer) {
  const logits = valueInfo("logits", "float32", ["tokens", layer.localExperts]);
  return layer.gain === "none" ? [logits] : [logits, valueInfo("gain", "float32", ["tokens", 1])];
}

function tokenNodes(layer: GraphLayer, weight: Weight): Node[] {
  switch (layer.gain) {
    case "none":
      return [expertsNode(layer, weight, { input: "x", output: "y", topK: layer.topK })];
    case "input":
      return [
        node("Mul", ["x", "gain"], "scaled"),
        expertsNode(layer, weight, { input: "scaled", output: "y", topK: layer.topK }),
      ];
    case "output":
      return [
        expertsNode(layer, weight, { input: "x", output: "mixed", topK: layer.topK }),
        node("Mul", ["mixed", "gain"], "y"),
      ];
  }
}

function pairInputs(layer: GraphLayer) {
  return [
    valueInfo("token", "int64", ["pairs", 1]),
    valueInfo("weight", "float32", ["pairs", 1]),
    valueInfo("logits", "float32", ["pairs", layer.localExperts]),
  ];
}

function pairNodes(layer: GraphLayer, weight: Weight): Node[] {
  const weighted: Node[] =
    layer.weightOn === "output"
      ? [
          expertsNode(layer, weight, { input: "gathered", output: "expert_outputs", topK: 1 }),
          node("Mul", ["expert_outputs", "weight"], "parts"),
        ]
      : [
          node("Mul", ["gathered", "weight"], "scaled"),
          expertsNode(layer, weight, { input: "scaled", output: "parts", topK: 1 }),
        ];
  return [
    node("GatherND", ["x", "token"], "gathered"),
    ...weighted,
    node("Shape", ["x"], "shape"),
    node("ConstantOfShape", ["shape"], "zeros"),
    node("ScatterND", ["zeros", "token", "parts"], "y", { attributes: { reduction: "add" } }),
  ];
}

interface Wiring {
  readonly input: string;
  readonly output: string;
  readonly topK: number;
}

function expertsNode(layer: GraphLayer, weight: Weight, { input, output, topK }: Wiring): Node {
  const scaled = layer.op === "QMoE";
  const fc1 = scaled ? [weight("fc1"), weight("fc1_scales")] : [weight("fc1")];
  const fc2 = scaled ? [weight("fc2"), weight("fc2_scales")] : [weight("fc2")];
  const inputs = [input, "logits", ...fc1, weight("fc1_bias"), ...fc2, weight("fc2_bias")];
  return node(layer.op, inputs, output, { domain: CONTRIB_DOMAIN, attributes: attributes(layer, topK) });
}

function attributes({ op, swiglu, renormalise }: GraphLayer, topK: number): Readonly<Record<string, AttributeValue>> {
  return {
    k: { int: topK },
    activation_type: "swiglu",
    activation_alpha: { float: swiglu.alpha },
    activation_beta: { float: swiglu.beta },
    ...(swiglu.limit === null ? {} : { swiglu_limit: { float: swiglu.limit } }),
    // Rows of fc1 alternate gate and up: the only order that the CPU takes.
    swiglu_fusion: { int: 1 },
    normalize_routing_weights: { int: renormalise ? 1 : 0 },
    ...(op === "QMoE" ? { expert_weight_bits: { int: 4 }, block_size: { int: QUANT_BLOCK } } : {}),
  };
}
