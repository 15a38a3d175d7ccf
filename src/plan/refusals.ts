import type { Fault } from "../ops/moe/fault.js";
import type { Refusal } from "./plan.js";

const MOST_EXAMPLES = 3;

/** Something that was asked for and cannot be measured: what it is called, and every reason. */
export interface RefusedCase {
  readonly subject: string;
  readonly faults: readonly Fault[];
}

/** Counts refused cases by their reasons, in the order in which reasons first came up. */
export function countRefusals(refused: readonly RefusedCase[]): Refusal[] {
  const reasons = new Map<string, { readonly rule: string; count: number; readonly subjects: Set<string> }>();
  for (const { subject, faults } of refused) {
    for (const { rule, reason } of faults) {
      const known = reasons.get(reason) ?? { rule, count: 0, subjects: new Set() };
      known.count += 1;
      // Cases that differ in their workload alone are called alike, and one of them is example enough.
      if (known.subjects.size < MOST_EXAMPLES) known.subjects.add(subject);
      reasons.set(reason, known);
    }
  }
  return [...reasons].map(([reason, { rule, count, subjects }]) => ({ rule, reason, count, examples: [...subjects] }));
}
