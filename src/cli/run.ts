import { z } from "zod";
import { startCampaign } from "../campaign/start.js";
import { planCampaign } from "../plan/plan-campaign.js";
import { readInput } from "./input.js";
import { measure } from "./measure.js";
import { withPage } from "./page-beside.js";
import { qualifyAtStart } from "./qualify.js";
import { runShape } from "./run-request.js";

const optionsSchema = z.strictObject({ dir: z.string().min(1), json: z.boolean().default(false), ...runShape });

/** `assay run FILE --dir DIR` */
export async function runCommand(file: string, options: unknown): Promise<void> {
  const { dir, json, takeOver, serve, ...request } = optionsSchema.parse(options);
  const text = readInput(file);
  const plan = planCampaign(text, file);
  const { campaign, sources } = await startCampaign({ directory: dir, plan, fileText: text, takeOver });
  await campaign.use(async () => {
    await withPage(dir, serve, async () => {
      if (await qualifyAtStart(campaign, { sources })) await measure(campaign, { json, request, sources });
    });
  });
}
