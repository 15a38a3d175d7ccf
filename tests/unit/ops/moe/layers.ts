import * as fc from "fast-check";
import { moeCaseSchema, routingSchema, type MoeCase, type Routing } from "../../../../src/ops/moe/case.js";
import type { RoutedLayer } from "../../../../src/ops/moe/workload/assign.js";

/** How many inputs each property is tried with. */
export const RUNS = { numRuns: 2000 };

const scoring = fc.constantFrom<Routing["scoring"][]>("softmax", "sigmoid", "sqrtsoftplus");
export const tokenCounts = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 96 }));

export const powerLaws = fc.record({
  distribution: fc.constant("power_law" as const),
  alpha: fc.constantFrom(0.5, 1, 1.01, 1.2, 2.5),
  draws: fc.constant(5),
  seed: fc.integer({ min: 0, max: 2 ** 32 }),
});

const workloads = fc.oneof(fc.constant({ distribution: "balanced" as const }), powerLaws);

function divisors(whole: number): number[] {
  return Array.from({ length: whole }, (_, index) => index + 1).filter((divisor) => whole % divisor === 0);
}

/** Layers without groups: any experts, top-k up to all of them, any legal ep. */
export const ungroupedLayers: fc.Arbitrary<RoutedLayer> = fc.integer({ min: 1, max: 64 }).chain((experts) =>
  fc.record({
    experts: fc.constant(experts),
    topK: fc.oneof(fc.constant(1), fc.constant(experts), fc.integer({ min: 1, max: Math.min(12, experts) })),
    ep: fc.oneof(fc.constant(experts), fc.constantFrom(...divisors(experts))),
    routing: fc.record({ scoring, correctionBias: fc.boolean() }).map((routing) => routingSchema.parse(routing)),
    workload: workloads,
  }),
);

/** Grouped layers whose ranks are whole groups, or equal parts of one: those that rank 0 can stand for. */
export const groupedLayers: fc.Arbitrary<RoutedLayer> = fc
  .record({ count: fc.integer({ min: 1, max: 8 }), size: fc.integer({ min: 1, max: 12 }) })
  .chain(({ count, size }) =>
    fc.record({ count: fc.constant(count), size: fc.constant(size), kept: fc.integer({ min: 1, max: count }) }),
  )
  .chain(({ count, size, kept }) =>
    fc.record({
      experts: fc.constant(count * size),
      topK: fc.integer({ min: 1, max: Math.min(12, kept * size) }),
      ep: fc.constantFrom(...divisors(count), ...divisors(size).map((parts) => parts * count)),
      routing: fc
        .record({ scoring, correctionBias: fc.boolean() })
        .map((routing) => routingSchema.parse({ ...routing, groups: { count, kept } })),
      workload: workloads,
    }),
  );

export const routedLayers = fc.oneof(ungroupedLayers, groupedLayers);

/** A whole case of DeepSeek-V3's layer, with some fields changed. */
export function deepseekCase(changes: Partial<MoeCase> = {}): MoeCase {
  return moeCaseSchema.parse({
    op: "moe",
    runtime: "ort",
    callback: "moe",
    dtype: "fp32",
    hidden: 7168,
    inter: 2048,
    experts: 256,
    topK: 8,
    activation: { function: "silu" },
    routing: {
      scoring: "sigmoid",
      groups: { count: 8, kept: 4 },
      correctionBias: true,
      scale: 2.5,
      logits: "fp32",
    },
    ...changes,
  });
}
