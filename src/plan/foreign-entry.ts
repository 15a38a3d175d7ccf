import { z } from "zod";
import { latencyUnits } from "../ops/foreign/row.js";
import { bytesSchema } from "./byte-size.js";

const functionSchema = z
  .string()
  .regex(/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*$/, 'must be a function like "package.module:function"');
const column = z.string().min(1);

/** One entry under `cases` for a collector that knows nothing of Assay: the cases that its getter gives. */
export const foreignEntrySchema = z.strictObject({
  op: z.literal("foreign"),
  runtime: z.literal("python").default("python"),
  /** Called without arguments; gives the cases, each a list or tuple of arguments. */
  getter: functionSchema,
  /** Called with the arguments of a case, and `perf_filename=` and `device=`. */
  callback: functionSchema,
  /** The folder from which both are imported, relative to the campaign file. */
  path: z.string().min(1).default("."),
  rows: z
    .strictObject({
      /** Columns that tell the rows of one case apart; left out: all that say what was measured. */
      points: z.array(column).min(1).optional(),
      latency: column.default("latency"),
      unit: z.enum(latencyUnits).default("ms"),
    })
    .prefault({}),
  /** Bytes of weights that a case's layer has; with it, Assay can tell whether a layer stayed. */
  weights: bytesSchema.optional(),
});
export type ForeignEntry = z.infer<typeof foreignEntrySchema>;
