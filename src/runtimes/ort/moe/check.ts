import type { Assignment } from "../../../ops/moe/workload/assign.js";
import type { MoeCase } from "../../../ops/moe/case.js";
import type { MoeLayer } from "./layer.js";

/** Tokens at which a built layer is compared with the reference. */
const CHECKED_TOKENS = 3;
/** Largest error that a right layer may show, in shares of the largest output. */
const TOLERANCE = 1e-4;

/** A built layer that does not compute what its case says. */
export class WrongLayer extends Error {
  override readonly name = "WrongLayer";
}

/**
 * An assignment of three tokens to neighbouring experts, the tokens spread over the experts of this rank: unlike a
 * workload of so few tokens, it leaves no rank without work.
 */
export function checkAssignment({ experts, topK }: MoeCase, { localExperts }: MoeLayer): Assignment {
  const step = Math.max(1, Math.floor(localExperts / CHECKED_TOKENS));
  const chosen = Int32Array.from({ length: CHECKED_TOKENS * topK }, (_, slot) => {
    const token = Math.floor(slot / topK);
    return (token * step + (slot % topK)) % experts;
  });
  return { tokens: CHECKED_TOKENS, topK, experts: chosen };
}

/** @throws WrongLayer where an output is further from the expected one than rounding explains. */
export function requireSameOutput(output: Float32Array, expected: Float32Array): void {
  const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const error = output.reduce((most, value, index) => Math.max(most, distance(value, expected[index] ?? 0)), 0);
  if (error <= TOLERANCE * largest) return;
  const relative = (error / largest).toExponential(1);
  throw new WrongLayer(
    `the built layer's output differs from the reference by ${relative} of its largest value (limit ${TOLERANCE})`,
  );
}

/** A NaN is as far away as can be. */
function distance(value: number, expected: number): number {
  const difference = Math.abs(value - expected);
  return Number.isNaN(difference) ? Infinity : difference;
}
