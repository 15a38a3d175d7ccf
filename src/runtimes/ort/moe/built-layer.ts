import type { MoeCase } from "../../../ops/moe/case.js";
import type { LayerSession } from "../layer-session.js";
import type { Initializer, Model } from "../onnx-model.js";
import { feedTensors, type NamedTensors, float32Tensor } from "../tensors.js";
import { checkAssignment, requireSameOutput } from "./check.js";
import { type FeedValue, routingFeeds } from "./feeds.js";
import { moeModel } from "./graph.js";
import { localLayer, type MoeLayer } from "./layer.js";
import { openLayerModel } from "./layer-model.js";
import { referenceOutput } from "./reference.js";
import { RoutedTokens } from "./routed-tokens.js";
import { fillValues } from "./weight-values.js";

/** What a layer is made of; a test puts a wrong part in to see it found out. */
export interface LayerParts {
  readonly model: (layer: MoeLayer, weights: readonly Initializer[]) => Model;
  readonly feeds: (layer: MoeLayer, routed: RoutedTokens) => Record<string, FeedValue>;
}

/** The parts that measured layers are made of. */
export const LAYER_PARTS: LayerParts = { model: moeModel, feeds: routingFeeds };

export interface BuildOptions {
  readonly scratchDir: string;
  readonly threads: number;
  readonly parts: LayerParts;
}

/** Rank 0's native layer of a case, open and checked. Whoever builds one releases its session. */
export interface BuiltLayer extends OpenLayer {
  /** The operator and its provider, read back from the layer's first pass: `ort/MoE/CPUExecutionProvider`. */
  readonly kernel: string;
}

interface OpenLayer {
  readonly layerCase: MoeCase;
  readonly layer: MoeLayer;
  readonly parts: LayerParts;
  readonly session: LayerSession;
}

/**
 * Builds a case's layer and compares its output with the reference.
 * @throws UnsupportedLayer, WrongLayer, or what the runtime or the file system says; nothing is left open then.
 */
export async function buildLayer(layerCase: MoeCase, options: BuildOptions): Promise<BuiltLayer> {
  const layer = localLayer(layerCase);
  const session = await openLayerModel(layer, options.parts.model, options);
  const open = { layerCase, layer, parts: options.parts, session };
  try {
    await checkOutput(open);
    return { ...open, kernel: kernelName(open) };
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** The inputs of a layer's pass over some tokens. */
export interface Pass {
  /** [tokens · hidden], the same at every run. */
  readonly x: Float32Array;
  /** What tells the layer where tokens go. */
  readonly routing: NamedTensors;
  /** All of it. */
  readonly feeds: NamedTensors;
}

/** Makes the inputs of a pass before it runs. */
export async function preparePass(
  { layer, parts }: Pick<OpenLayer, "layer" | "parts">,
  routed: RoutedTokens,
): Promise<Pass> {
  const x = new Float32Array(routed.tokens * layer.hidden);
  fillValues(x, "activations");
  const routing = await feedTensors(parts.feeds(layer, routed));
  return { x, routing, feeds: { ...routing, x: await float32Tensor(x, [routed.tokens, layer.hidden]) } };
}

/** Runs a pass for its output: [tokens · hidden]. */
export async function passOutput(session: LayerSession, { x, feeds }: Pass, hidden: number): Promise<Float32Array> {
  const y = new Float32Array(x.length);
  await session.run(feeds, { y: await float32Tensor(y, [x.length / hidden, hidden]) });
  return y;
}

async function checkOutput({ layerCase, layer, parts, session }: OpenLayer): Promise<void> {
  const routed = new RoutedTokens(layerCase, checkAssignment(layerCase, layer));
  const pass = await preparePass({ layer, parts }, routed);
  const y = await passOutput(session, pass, layer.hidden);
  requireSameOutput(y, referenceOutput(layer, pass.x, routed.localPairs(layer.localExperts)));
}

function kernelName({ layer, session }: OpenLayer): string {
  const run = session.readKernels().find(({ operator }) => operator === layer.op);
  if (!run) throw new Error(`the runtime's record of the layer's first pass names no ${layer.op} kernel`);
  return `ort/${run.operator}/${run.provider}`;
}
