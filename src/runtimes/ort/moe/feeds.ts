import type { MoeLayer } from "./layer.js";
import type { RoutedTokens } from "./routed-tokens.js";

/** An input of a graph before it is a tensor. */
export interface FeedValue {
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly [rows: number, columns: number];
}

/** A logit that a softmax makes nothing of. */
const NEVER = -1e4;

/** What tells a layer where its tokens go, by the input names of `moeModel`; `x` is not among them. */
export function routingFeeds(layer: MoeLayer, routed: RoutedTokens): Record<string, FeedValue> {
  if (layer.form === "pairs") return pairFeeds(layer, routed);
  const logits = layer.router === "native" ? routed.logits : weightLogits(layer, routed);
  const feeds = { logits: { data: logits, dims: [routed.tokens, layer.localExperts] as const } };
  return layer.gain === "none" ? feeds : { ...feeds, gain: { data: gains(layer, routed), dims: [routed.tokens, 1] } };
}

/** Logits whose softmax gives the chosen experts their weights over the weights' sum, and the others nothing. */
function weightLogits({ localExperts }: MoeLayer, { tokens, topK, selection }: RoutedTokens): Float32Array {
  const logits = new Float32Array(tokens * localExperts).fill(NEVER);
  for (const [slot, expert] of selection.experts.entries()) {
    logits[Math.floor(slot / topK) * localExperts + expert] = Math.log(selection.weights[slot] ?? 0);
  }
  return logits;
}

/** The factor that the operator's weights still lack: the scale, or where they were fed in, the sum of a token's. */
function gains(layer: MoeLayer, { tokens, topK, selection }: RoutedTokens): Float32Array {
  const gains = new Float32Array(tokens);
  if (layer.router === "native") return gains.fill(layer.scale);
  for (const [slot, weight] of selection.weights.entries()) {
    const token = Math.floor(slot / topK);
    gains[token] = (gains[token] ?? 0) + weight;
  }
  return gains;
}

function pairFeeds({ localExperts }: MoeLayer, routed: RoutedTokens): Record<string, FeedValue> {
  const pairs = routed.localPairs(localExperts);
  const logits = new Float32Array(pairs.length * localExperts).fill(NEVER);
  for (const [row, { expert }] of pairs.entries()) logits[row * localExperts + expert] = 0;
  return {
    token: { data: BigInt64Array.from(pairs, ({ token }) => BigInt(token)), dims: [pairs.length, 1] },
    weight: { data: Float32Array.from(pairs, ({ weight }) => weight), dims: [pairs.length, 1] },
    logits: { data: logits, dims: [pairs.length, localExperts] },
  };
}
