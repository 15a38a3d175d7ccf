import { z } from "zod";
import { chosenSchema } from "./chosen-schema.js";

/** More values than any sweep needs: a range beyond is a slip, and would take the memory before anybody saw it. */
const MOST_VALUES = 100_000;

/** What an axis counts, how its list is called in messages, and the lists that it has names for. */
export interface AxisWords {
  readonly unit: string;
  readonly list: string;
  readonly named?: Readonly<Record<string, readonly number[]>>;
}

/** Whole numbers from 1 on, in order: one, a list, `{from, to, factor}`, `{from, to, step}`, or the name of a list. */
export function axisSchema({ unit, list, named = {} }: AxisWords) {
  const value = z.int(`must be a whole number of ${unit}`).positive("must be at least 1");
  const one = value.transform((number) => [number]);
  const range = rangeSchema(value);
  const many = listSchema(value, list);
  const name = nameSchema(named, list);
  return chosenSchema<number[]>((written) => {
    if (Array.isArray(written)) return many;
    if (typeof written === "string" && Object.keys(named).length > 0) return name;
    return typeof written === "object" && written !== null ? range : one;
  });
}

function listSchema(value: z.ZodType<number>, list: string) {
  return z
    .array(value)
    .min(1, `is an empty ${list}`)
    .superRefine((values, context) => {
      const seen = new Set<number>();
      values.forEach((number, index) => {
        if (seen.has(number)) {
          context.addIssue({ code: "custom", path: [index], message: `${number} stands twice in the ${list}` });
        }
        seen.add(number);
      });
    });
}

function nameSchema(named: Readonly<Record<string, readonly number[]>>, list: string) {
  return z.string().transform((name, context) => {
    const values = named[name];
    if (values) return [...values];
    const message = `there is no ${list} "${name}"; named ${list}s: ${Object.keys(named).join(", ")}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function rangeSchema(value: z.ZodType<number>) {
  return z
    .strictObject({
      from: value,
      to: value,
      factor: z.number().min(1.01, "must be above 1").optional(),
      step: z.int("must be a whole number").positive("must be at least 1").optional(),
    })
    .refine(({ from, to }) => from <= to, { path: ["to"], error: "is below `from`" })
    .refine(({ factor, step }) => (factor === undefined) !== (step === undefined), {
      error: "takes `from`, `to` and one of `factor` and `step`",
    })
    .refine(({ from, to, step = 0 }) => step < 1 || (to - from) / step < MOST_VALUES, {
      path: ["step"],
      error: `makes more than ${MOST_VALUES} values of this range`,
    })
    .transform(({ from, to, factor, step }) => [...rangeValues(from, to, next(factor, step))]);
}

function next(factor: number | undefined, step: number | undefined): (value: number) => number {
  return factor === undefined ? (value) => value + (step ?? 1) : (value) => value * factor;
}

/** The rounded values of a range, each once. */
function rangeValues(from: number, to: number, following: (value: number) => number): Set<number> {
  const values = new Set<number>();
  for (let value = from; value <= to; value = following(value)) values.add(Math.round(value));
  return values;
}
