import { z } from "zod";
import { Campaign } from "../campaign/campaign.js";
import { journalIn } from "./input.js";
import { measure } from "./measure.js";
import { runShape, selectionShape } from "./run-request.js";

const optionsSchema = z.strictObject({ json: z.boolean().default(false), ...runShape, ...selectionShape });

/** `assay resume DIR` */
export async function resumeCommand(directory: string, options: unknown): Promise<void> {
  const { json, takeOver, ...request } = optionsSchema.parse(options);
  journalIn(directory);
  const campaign = await Campaign.open(directory, { create: false, takeOver });
  await campaign.use(() => measure(campaign, { json, request }));
}
