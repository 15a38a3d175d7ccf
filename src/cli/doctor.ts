import { z } from "zod";
import { examine } from "../launch/examination.js";
import { assayVersion } from "../provenance/assay-version.js";
import { doctorText } from "../view/terminal/doctor-text.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({ json: z.boolean().default(false) });

/** `assay doctor` */
export function doctorCommand(options: unknown): void {
  const { json } = optionsSchema.parse(options);
  const found = { assay: assayVersion(), ...examine() };
  if (json) printJson(found);
  else process.stdout.write(doctorText(found));
}
