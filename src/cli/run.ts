import { z } from "zod";
import { Campaign } from "../campaign/campaign.js";
import { planCampaign } from "../plan/plan-campaign.js";
import { beginOrReplan } from "../campaign/begin.js";
import { readInput } from "./input.js";
import { measure } from "./measure.js";
import { runShape } from "./run-request.js";

const optionsSchema = z.strictObject({ dir: z.string().min(1), json: z.boolean().default(false), ...runShape });

/** `assay run FILE --dir DIR` */
export async function runCommand(file: string, options: unknown): Promise<void> {
  const { dir, json, takeOver, ...request } = optionsSchema.parse(options);
  const text = readInput(file);
  const plan = planCampaign(text, file);
  const campaign = await Campaign.open(dir, { create: true, takeOver });
  await campaign.use(async () => {
    await beginOrReplan(campaign, plan, text);
    await measure(campaign, { json, request });
  });
}
