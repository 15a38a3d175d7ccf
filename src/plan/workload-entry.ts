import { z } from "zod";
import { type Workload, workloadSchema } from "../ops/moe/case.js";
import { chosenSchema, oneOrMany } from "./chosen-schema.js";

const [, powerLaw] = workloadSchema.options;
const { draws, seed } = powerLaw.shape;

const balancedSchema = z
  .literal("balanced", { error: "must be balanced, or a power law like {power_law: 1.2, draws: 5, seed: 0}" })
  .transform((): Workload[] => [{ distribution: "balanced" }]);

const powerLawsSchema = z
  .strictObject({ power_law: oneOrMany(z.number().nonnegative("must be 0 or above")), draws, seed })
  .transform(({ power_law: exponents, ...rest }) => exponents.map((alpha) => powerLawOf(alpha, rest)));

/** A power law of exponent 0 has equal loads: it is the balanced workload, and has its key. */
function powerLawOf(alpha: number, rest: { readonly draws: number; readonly seed: number }): Workload {
  return alpha === 0 ? { distribution: "balanced" } : { distribution: "power_law", alpha, ...rest };
}

const workloadsSchema = chosenSchema<Workload[]>((written) =>
  typeof written === "object" && written !== null ? powerLawsSchema : balancedSchema,
);

const listSchema = z
  .array(workloadsSchema)
  .min(1, "is an empty list")
  .transform((lists) => lists.flat());

/** `balanced`, `{power_law: 1.2, draws: 5, seed: 0}`, where the exponent may be a list, or a list of these. */
export const workloadEntrySchema = chosenSchema<Workload[]>((written) =>
  Array.isArray(written) ? listSchema : workloadsSchema,
);
