import { parse } from "yaml";
import { z } from "zod";
import { gates } from "./gates/all.js";
import { thresholdsSchema } from "./thresholds.js";

/** What a person decided about findings that they know of. */
const waiverSchema = z.strictObject({
  gate: z.enum(gates.map(({ name }) => name) as [string, ...string[]]),
  /** The end of a file's path; `*` stands for any text within a name, `**` for any folders. */
  file: z.string().min(1),
  /** Cells that the finding's scope must have; left out: all findings of the gate in the file. */
  scope: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  reason: z.string().min(1),
  who: z.string().min(1),
  /** The last day on which it holds. */
  until: z.iso.date(),
});
export type Waiver = z.infer<typeof waiverSchema>;

/** What a check may be told: other thresholds, and findings to pass over. */
export const settingsSchema = z.strictObject({
  thresholds: thresholdsSchema.prefault({}),
  waivers: z.array(waiverSchema).default([]),
});
export type CheckSettings = z.infer<typeof settingsSchema>;

/** A settings file that cannot be used; the message names every mistake. */
export class SettingsInvalid extends Error {
  override readonly name = "SettingsInvalid";
}

/** Reads a settings file (YAML). @throws SettingsInvalid */
export function readSettings(text: string, file: string): CheckSettings {
  const settings = settingsSchema.safeParse(parseYaml(text, file) ?? {});
  if (settings.success) return settings.data;
  throw new SettingsInvalid(`${file}:\n${z.prettifyError(settings.error)}`);
}

function parseYaml(text: string, file: string): unknown {
  try {
    // YAML would read a day as a moment; what is written is what is meant.
    return parse(text, { schema: "core" });
  } catch (error) {
    throw new SettingsInvalid(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
