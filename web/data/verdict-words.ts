import type { ReportMemoryStep } from "./report.js";

export type Verdict = NonNullable<ReportMemoryStep["verdict"]>;

/** What became of a layer's memory, in a sentence. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  released: "The layer's memory was given back when the callback returned.",
  cyclic: "The layer stayed after the return; collecting unreachable objects released it.",
  reachable: "The layer stayed in spite of the collection: something still holds it, and no collection can help.",
  retained: "The layer stayed after the return, and nothing was collected.",
  pooled: "The layer is gone, but the framework's allocator keeps its memory for later layers.",
};

/** `3 released, 1 cyclic, 1 failed`, in the order in which they first came. */
export function verdictCounts(steps: readonly ReportMemoryStep[]): string {
  const counts = new Map<string, number>();
  for (const { verdict, failed } of steps) {
    const word = failed ? "failed" : verdict;
    if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
}
