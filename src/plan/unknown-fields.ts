import { z } from "zod";
import { nearNames } from "../model/near-names.js";

/**
 * Words an unknown field by what was probably meant: a line for each of the issue's keys, in their order. An error map
 * for zod, which leaves every other issue to zod itself.
 */
export function unknownFields(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
  return issue.keys.map((key) => unknownField(key, known)).join("\n");
}

function unknownField(key: string, known: readonly string[]): string {
  const [nearest] = nearNames(key, known, 1);
  const hint = nearest === undefined ? `known here: ${known.join(", ")}` : `did you mean ${nearest}?`;
  return `is no field that Assay knows here; ${hint}`;
}
