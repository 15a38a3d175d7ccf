import type { Routing } from "../case.js";

/** One token's scores, in fp32: [experts] from its [experts] logits. */
export function routingScores(logits: Float32Array, scoring: Routing["scoring"]): Float32Array {
  return SCORES[scoring](logits);
}

const SCORES: Readonly<Record<Routing["scoring"], (logits: Float32Array) => Float32Array>> = {
  softmax,
  sigmoid: (logits) => logits.map((logit) => 1 / (1 + Math.exp(-logit))),
  sqrtsoftplus: (logits) => logits.map((logit) => Math.sqrt(softplus(logit))),
};

function softmax(logits: Float32Array): Float32Array {
  const greatest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = logits.map((logit) => Math.exp(logit - greatest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** ln(1 + e^x) without overflow. */
function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}
