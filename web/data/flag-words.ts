import type { ReportPoint } from "./report.js";

export type Flag = ReportPoint["flags"][number];

/** A flag as people read it, and what it says of a point's number. */
export const flagWords: Readonly<Record<Flag, { readonly name: string; readonly meaning: string }>> = {
  noisy: {
    name: "noisy",
    meaning: "The samples scatter so much that the median's 95 % interval is wide. Measure again on a calm machine.",
  },
  drifting: {
    name: "drifting",
    meaning:
      "Latency moved in one direction while the samples were taken: a warm-up that was too short, heat, or a neighbour.",
  },
  throttled: { name: "throttled", meaning: "The device lowered its clock while this point was measured." },
  cold_first_sample: {
    name: "cold first sample",
    meaning: "The first sample is far slower than the rest: something was still being set up.",
  },
  below_resolution: {
    name: "below resolution",
    meaning: "The latency is so short that the clock's own step or cost is a visible share of it.",
  },
  collected_while_timing: {
    name: "collected while timing",
    meaning: "The runtime collected garbage inside at least one timed sample.",
  },
  routing_not_as_asked: {
    name: "routing not as asked",
    meaning: "The tokens that experts got, read back from the layer, differ from the workload that was asked for.",
  },
  graph_without_work: {
    name: "graph without work",
    meaning: "The replayed graph did not contain the layer's work: the number is not the layer's latency.",
  },
};

/** The words for a flag; one that this page does not know yet keeps its own name. */
export function flagWord(flag: string): { readonly name: string; readonly meaning: string } {
  return (
    (flagWords as Readonly<Record<string, { name: string; meaning: string }>>)[flag] ?? {
      name: flag.replaceAll("_", " "),
      meaning: "",
    }
  );
}
