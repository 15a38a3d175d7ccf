import { z } from "zod";

const runs = z.int().positive();

/** How many samples a point takes. `warmup` runs come first, are kept apart and count in no statistic. */
export const timingPolicySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("fixed"), warmup: z.int().nonnegative(), runs }),
  z
    .strictObject({
      kind: z.literal("adaptive"),
      warmup: z.int().nonnegative(),
      minRuns: runs,
      maxRuns: runs,
      /** Budget of the timed part of one point (seconds); `minRuns` are taken whatever it says. */
      maxSeconds: z.number().positive(),
      /** Stop once the half-width of the median's 95 % interval is below this share of the median. */
      targetCi: z.number().positive(),
    })
    .refine((policy) => policy.minRuns <= policy.maxRuns, {
      error: "maxRuns must be at least minRuns",
      path: ["maxRuns"],
    }),
]);
export type TimingPolicy = z.infer<typeof timingPolicySchema>;
