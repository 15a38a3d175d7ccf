import { z } from "zod";
import { flagNames } from "../measure/flags.js";
import { reclaimPolicySchema } from "../protocol/messages.js";
import { bytesSchema } from "./byte-size.js";
import { caseEntrySchema } from "./case-entry.js";
import { deviceSchema } from "./device-schema.js";
import { failureClasses } from "./failure-class.js";
import { factPinsSchema, qualificationSchema, sourcePinSchema, supersedesSchema } from "./provenance-schema.js";

const seconds = z.number().positive();
const runs = z.int().positive();
const times = z.int().nonnegative().max(100);

const fixedSchema = z.strictObject({ warmup: z.int().nonnegative().default(1), runs });
const adaptiveSchema = z
  .strictObject({
    warmup: z.int().nonnegative().default(1),
    min_runs: runs.default(5),
    max_runs: runs.default(100),
    max_seconds: seconds.default(2),
    target_ci: z.number().positive().max(1).default(0.02),
  })
  .refine((policy) => policy.min_runs <= policy.max_runs, {
    path: ["min_runs"],
    error: "is larger than max_runs",
  });

const timingSchema = z
  .strictObject({ fixed: fixedSchema.optional(), adaptive: adaptiveSchema.optional() })
  .refine((timing) => (timing.fixed === undefined) !== (timing.adaptive === undefined), {
    error: "takes one of `fixed: {warmup, runs}` and `adaptive: {warmup, min_runs, max_runs, max_seconds, target_ci}`",
  });

const memorySchema = z.strictObject({
  /** What a worker may use over its size after load; left out: no limit of ours. */
  budget: bytesSchema.optional(),
  /** A worker whose memory, after collections, has grown past this is replaced. */
  reachable_limit: bytesSchema.default("2GiB"),
  /** After a failure, more than this share of the layer's weights still there means that the failed layer stayed. */
  failed_layer_share: z.number().min(0).default(0.1),
});

/** Seconds after which a worker is killed; what is left out is learned (see docs/decisions.md). */
const deadlinesSchema = z.strictObject({
  load: seconds.optional(),
  build: seconds.optional(),
  point: seconds.optional(),
  case: seconds.optional(),
  factor: z.number().min(1).default(10),
  floor: seconds.default(60),
  grace: seconds.default(5),
});

/** What a policy may say; arms of a paired experiment vary one of these fields. */
export const policySchema = z.strictObject({
  timing: timingSchema.default({ adaptive: adaptiveSchema.parse({}) }),
  reclaim: reclaimPolicySchema.default("after-success"),
  memory: memorySchema.prefault({}),
  deadlines: deadlinesSchema.prefault({}),
  /** Further attempts at a case that failed so, e.g. `{crashed: 1}`. */
  retry: z.partialRecord(z.enum(failureClasses), times).default({}),
  /** Further measurements of a point with such a flag, e.g. `{noisy: 1}`. */
  remeasure: z.partialRecord(z.enum(flagNames), times).default({ throttled: 2 }),
  /** A campaign begins with a qualification, and goes on once it has passed. */
  qualify: z.boolean().default(false),
  qualification: qualificationSchema.prefault({}),
});

export type { CollectorImports, DeviceSpec } from "./device-schema.js";

/** A campaign file as people write it. */
export const campaignFileSchema = z.strictObject({
  name: z.string().min(1).optional(),
  devices: z.array(deviceSchema).min(1),
  policy: policySchema.prefault({}),
  /** Pins: what is here must be this, or the campaign does not start. */
  source: sourcePinSchema.optional(),
  environment: factPinsSchema.optional(),
  device: factPinsSchema.optional(),
  supersedes: supersedesSchema.optional(),
  cases: z.array(caseEntrySchema).min(1),
});
export type CampaignFile = z.infer<typeof campaignFileSchema>;
