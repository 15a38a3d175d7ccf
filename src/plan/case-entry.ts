import { chosenSchema } from "./chosen-schema.js";
import { type ForeignEntry, foreignEntrySchema } from "./foreign-entry.js";
import { type MoeEntry, moeEntrySchema } from "./moe-entry.js";

export type CaseEntry = MoeEntry | ForeignEntry;

/** One entry under `cases`, by its op. */
export const caseEntrySchema = chosenSchema<CaseEntry>((written) =>
  typeof written === "object" && written !== null && "op" in written && written.op === "foreign"
    ? foreignEntrySchema
    : moeEntrySchema,
);
