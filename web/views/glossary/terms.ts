/** Words of the report that are not flags. */
export const terms: readonly (readonly [term: string, meaning: string])[] = [
  ["case", "One layer to build: op, shape, dtype, parallel sizes, activation, routing, workload, runtime, callback."],
  [
    "sweep, point",
    "The places at which a case is measured, in order; a point is one of them and is stored and resumed on its own.",
  ],
  ["callback", "The function in a worker that builds the layer of a case and measures its sweep."],
  ["attempt", "One run of one case by one worker."],
  ["tp, ep", "Tensor and expert parallel size: the layer that is measured is one rank's share."],
  ["median", "The headline of a point: half of its timed samples are faster."],
  ["p10, p90", "A tenth of the samples is faster than p10, a tenth slower than p90."],
  ["95 % CI", "Half-width of the interval that holds the true median with 95 % confidence, as a share of the median."],
  ["drift", "Relative change of the median where the samples change their level; 0: no change beyond chance."],
  ["steady median", "Median of the samples after the last change, where a drift was found."],
  ["n", "Number of timed samples; warm-up runs are not counted."],
  ["kernel", "The implementation that ran, read back from the built layer."],
  [
    "router: native, precomputed",
    "Whether the layer chose the experts itself or was handed a choice that was computed outside.",
  ],
  [
    "before, after return, after reclaim",
    "The worker's memory when the callback was called, when it had ended, and when unreachable objects had been collected.",
  ],
  ["kept", "Memory after the attempt less memory before it: what the callback left behind."],
  ["refused", "A case that the plan turned down, with the reason; it was never run."],
];
