import { z } from "zod";

/** A value as `assay_worker/collector/arguments.py` writes it: an object is always a tag, e.g. `{tuple: [1, 2]}`. */
const argumentSchema = z.json();

/** One call of a collector that knows nothing of Assay: `callback(*arguments, perf_filename=…, device=…)`. */
export const foreignCaseSchema = z.strictObject({
  op: z.literal("foreign"),
  runtime: z.string().min(1),
  /** `package.module:function` */
  callback: z.string().min(1),
  arguments: z.array(argumentSchema),
});
export type ForeignCase = z.infer<typeof foreignCaseSchema>;
