import { z } from "zod";
import { resumeCampaign } from "../campaign/start.js";
import { journalIn } from "./input.js";
import { measure } from "./measure.js";
import { withPage } from "./page-beside.js";
import { qualifyAtStart } from "./qualify.js";
import { runShape, selectionShape } from "./run-request.js";

const optionsSchema = z.strictObject({ json: z.boolean().default(false), ...runShape, ...selectionShape });

/** `assay resume DIR` */
export async function resumeCommand(directory: string, options: unknown): Promise<void> {
  const { json, takeOver, serve, ...request } = optionsSchema.parse(options);
  journalIn(directory);
  const { campaign, sources } = await resumeCampaign(directory, takeOver);
  await campaign.use(async () => {
    await withPage(directory, serve, async () => {
      if (await qualifyAtStart(campaign, { sources })) await measure(campaign, { json, request, sources });
    });
  });
}
