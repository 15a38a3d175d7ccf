import { z } from "zod";
import { unknownFields } from "./unknown-fields.js";

/**
 * A field that may be written in several forms: `choose` tells the form by its looks, so that mistakes are told in the
 * words of that form alone, each at its own place. Do not transform its result: zod goes on after an unknown field.
 */
export function chosenSchema<T>(choose: (written: unknown) => z.ZodType<T>) {
  return z.unknown().transform((written, context): T => {
    const result = choose(written).safeParse(written, { error: unknownFields });
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.addIssue({ ...issue });
    return z.NEVER;
  });
}

/** A value or a list of values; read as a list. */
export function oneOrMany<T>(schema: z.ZodType<T>) {
  const many = z.array(schema).min(1, "is an empty list");
  const one = schema.transform((value) => [value]);
  return chosenSchema<T[]>((written) => (Array.isArray(written) ? many : one));
}
