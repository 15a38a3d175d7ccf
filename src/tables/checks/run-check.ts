import { type Finding, severities } from "./finding.js";
import type { CheckInput } from "./gate.js";
import { gates } from "./gates/all.js";

/** All findings of a check: the gravest first, within a severity gate by gate, within a gate the farthest beyond first. */
export function runCheck(input: CheckInput): Finding[] {
  const found = gates.flatMap((gate, order) =>
    gate.find(input).map((finding) => ({ order, finding: { severity: gate.severity, gate: gate.name, ...finding } })),
  );
  return found
    .sort(
      (one, other) =>
        rank(one.finding) - rank(other.finding) || one.order - other.order || other.finding.excess - one.finding.excess,
    )
    .map(({ finding }) => finding);
}

function rank({ severity }: Finding): number {
  return severities.indexOf(severity);
}
