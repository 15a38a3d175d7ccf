import type { PlannedCase } from "../plan/plan.js";

const DEMONSTRATION_PREFIX = "demo/";

/** Whether a callback only shows something, such as a leak: its points are never published. */
export function isDemonstration(callback: string): boolean {
  return callback.startsWith(DEMONSTRATION_PREFIX);
}

/** The demonstrations among the callbacks of some cases, each once, in the order of the cases. */
export function demonstrationsOf(cases: readonly Pick<PlannedCase, "case">[]): string[] {
  return [...new Set(cases.map(({ case: { callback } }) => callback).filter(isDemonstration))];
}
