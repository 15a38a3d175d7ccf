import { z } from "zod";
import { flagNames } from "../measure/flags.js";

const hashBeginning = z
  .string()
  .regex(
    /^[0-9a-f]{7,64}$/,
    "must be a hash: 7 to 64 lower-case hex digits; put it in quotes where it has digits alone",
  );

/** What sources may be measured, and who says so. */
export const sourcePinSchema = z
  .strictObject({
    /** Of the repository that holds the callbacks' module; where that is Assay's own, of Assay's. */
    commit: hashBeginning.optional(),
    /** Of the closure itself, as `assay provenance` shows it. */
    closure: hashBeginning.optional(),
    approved_by: z.string().min(1),
  })
  .refine(({ commit, closure }) => commit !== undefined || closure !== undefined, {
    error: "takes a `commit`, a `closure`, or both",
  });

/** Facts by the names under which a worker reports them, e.g. `{onnxruntime: 1.30.0}` or `{model: AMD EPYC}`. */
export const factPinsSchema = z
  .record(z.string().min(1), z.union([z.string().min(1), z.number()]))
  .refine((pins) => Object.keys(pins).length > 0, { error: "pins nothing" });

/** An earlier campaign whose place this one takes. */
export const supersedesSchema = z.strictObject({
  /** As `assay verify` showed it. */
  seal: z.string().regex(/^[0-9a-f]{64}$/, "must be a seal: 64 lower-case hex digits"),
  /** Its folder, relative to the campaign file. */
  campaign: z.string().min(1),
});

/** What a qualification runs, and what it lets pass. */
export const qualificationSchema = z.strictObject({
  /** Full sweeps, one after the other in one fresh worker. */
  callbacks: z.int().positive().max(100).default(4),
  /** Flags that a point may have; any other fails the qualification. */
  allow_flags: z.array(z.enum(flagNames)).default([]),
});
