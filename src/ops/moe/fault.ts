/** One rule that a case breaks. `rule` groups refusals, `reason` is the sentence of this one. */
export interface Fault {
  readonly rule: string;
  readonly reason: string;
}

/** A rule, whether it is broken, and the sentence that says so. */
export type Rule = readonly [rule: string, broken: boolean, reason: string];

/** Those of the rules that are broken, in their order. */
export function faults(rules: readonly Rule[]): Fault[] {
  return rules.filter(([, broken]) => broken).map(([rule, , reason]) => ({ rule, reason }));
}
