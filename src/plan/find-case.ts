import { shortKey } from "../identity/keys.js";
import type { Plan, PlannedCase } from "./plan.js";

const MOST_LISTED = 10;

/** A key's beginning that no case of a plan has, or several. */
export class CaseNotFound extends Error {
  override readonly name = "CaseNotFound";
}

/**
 * The one case of a plan whose key begins with `prefix`.
 * @throws CaseNotFound with the cases that there are.
 */
export function findCase({ cases }: Plan, prefix: string): PlannedCase {
  const found = cases.filter(({ key }) => key.startsWith(prefix));
  const [only] = found;
  if (only && found.length === 1) return only;
  if (only)
    throw new CaseNotFound(`${prefix} begins the keys of ${found.length} cases; write more of it:\n${listed(found)}`);
  const there = cases.length === 0 ? "the plan has no cases" : `the plan's cases are:\n${listed(cases)}`;
  throw new CaseNotFound(`no case's key begins with ${prefix}; ${there}`);
}

function listed(cases: readonly PlannedCase[]): string {
  const lines = cases.slice(0, MOST_LISTED).map(({ key, name }) => `  ${shortKey(key)}  ${name}`);
  const left = cases.length - lines.length;
  return [...lines, ...(left > 0 ? [`  and ${left} more`] : [])].join("\n");
}
