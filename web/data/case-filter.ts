import type { CaseSummary } from "./report.js";

/** Which cases of a list are shown. */
export interface CaseFilter {
  /** Words that a case's name has, in any order. */
  readonly words: string;
  /** `flagged`: cases with flagged points, in whatever state; empty: any state. */
  readonly state: CaseSummary["state"] | "flagged" | "";
}

/** The cases that a filter lets through. */
export function filterCases(cases: readonly CaseSummary[], { words, state }: CaseFilter): readonly CaseSummary[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (wanted.length === 0 && state === "") return cases;
  return cases.filter((one) => {
    const name = one.name.toLowerCase();
    return isIn(one, state) && wanted.every((word) => name.includes(word));
  });
}

/** How many cases are in each state, and how many have flagged points. */
export function stateCounts(cases: readonly CaseSummary[]): ReadonlyMap<CaseFilter["state"], number> {
  const states = ["done", "partial", "missing", "failed", "flagged"] as const;
  const counts = states.map((state) => [state, cases.filter((one) => isIn(one, state)).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

function isIn(one: CaseSummary, state: CaseFilter["state"]): boolean {
  if (state === "flagged") return one.points.some(({ flags }) => flags.length > 0);
  return state === "" || one.state === state;
}
