import { z } from "zod";
import { Campaign } from "../campaign/campaign.js";
import { journalIn } from "./input.js";
import { measure } from "./measure.js";

const optionsSchema = z.strictObject({ json: z.boolean().default(false) });

/** `assay resume DIR` */
export async function resumeCommand(directory: string, options: unknown): Promise<void> {
  const { json } = optionsSchema.parse(options);
  journalIn(directory);
  await measure(await Campaign.open(directory, { create: false }), { json });
}
