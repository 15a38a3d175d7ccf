import type { ReportCase } from "./report.js";

/** Cases whose name has every word of a filter, in any order. */
export function filterCases(cases: readonly ReportCase[], filter: string): readonly ReportCase[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.length === 0
    ? cases
    : cases.filter((one) => words.every((word) => one.name.toLowerCase().includes(word)));
}
