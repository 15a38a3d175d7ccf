import type { Refusal } from "../../plan/plan.js";
import { countText } from "../quantities.js";

/** Reasons of one rule beyond these are counted, not told. */
const MOST_REASONS = 3;

/** What a plan refuses: the rules, how many cases break each, and their commonest reasons with an example. */
export function refusalsText(refusals: readonly Refusal[]): string {
  const rules = new Map<string, Refusal[]>();
  for (const refusal of refusals) rules.set(refusal.rule, [...(rules.get(refusal.rule) ?? []), refusal]);
  return [...rules].flatMap(([rule, reasons]) => ruleLines(rule, reasons)).join("");
}

function ruleLines(rule: string, reasons: readonly Refusal[]): string[] {
  const count = reasons.reduce((sum, reason) => sum + reason.count, 0);
  const told = reasons.toSorted((one, other) => other.count - one.count).slice(0, MOST_REASONS);
  const left = reasons.length - told.length;
  return [
    `refused: ${countText(count, "case")} (rule: ${rule})\n`,
    ...told.map((reason) => `  ${reason.count} × ${reason.reason}, e.g. ${reason.examples[0] ?? ""}\n`),
    ...(left > 0 ? [`  and ${countText(left, "more reason")}\n`] : []),
  ];
}
