import { z } from "zod";
import { axisSchema } from "./axis.js";
import { oneOrMany } from "./chosen-schema.js";
import { layerRuntimes } from "./runtimes.js";
import { tokenSweepSchema } from "./token-sweep.js";
import { workloadEntrySchema } from "./workload-entry.js";

const ranksSchema = axisSchema({ unit: "ranks", list: "list" });

/** One entry under `cases` for MoE layers: the product of its lists, times its models. */
export const moeEntrySchema = z.strictObject({
  op: z.literal("moe"),
  runtime: z.enum(layerRuntimes).default("ort"),
  /** Left out: the runtime's own. */
  callback: z.string().min(1).optional(),
  models: oneOrMany(z.string().min(1)),
  dtype: oneOrMany(z.string().min(1)),
  tp: ranksSchema.default([1]),
  ep: ranksSchema.default([1]),
  tokens: tokenSweepSchema,
  workload: workloadEntrySchema.default([{ distribution: "balanced" }]),
});
export type MoeEntry = z.infer<typeof moeEntrySchema>;
