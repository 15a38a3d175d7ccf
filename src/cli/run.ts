import { z } from "zod";
import { Campaign } from "../campaign/campaign.js";
import { planCampaign } from "../plan/plan-campaign.js";
import { beginOrReplan } from "../campaign/begin.js";
import { readInput } from "./input.js";
import { measure } from "./measure.js";

const optionsSchema = z.strictObject({ dir: z.string().min(1), json: z.boolean().default(false) });

/** `assay run FILE --dir DIR` */
export async function runCommand(file: string, options: unknown): Promise<void> {
  const { dir, json } = optionsSchema.parse(options);
  const text = readInput(file);
  const plan = planCampaign(text, file);
  const campaign = await Campaign.open(dir, { create: true });
  await beginOrReplan(campaign, plan, text);
  await measure(campaign, { json });
}
