import { z } from "zod";
import { startCampaign } from "../campaign/start.js";
import { planPaired } from "../plan/arms.js";
import { readInput } from "./input.js";
import { measure } from "./measure.js";
import { withPage } from "./page-beside.js";

const optionsSchema = z.strictObject({
  dir: z.string().min(1),
  vary: z.string().min(1),
  memoryBudget: z.string().optional(),
  order: z.enum(["interleaved", "arm-after-arm"]).optional(),
  margin: z.number(),
  rounds: z.int().optional(),
  serve: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** `assay paired FILE --vary FIELD=A,B` */
export async function pairedCommand(file: string, options: unknown): Promise<void> {
  const { dir, serve, json, ...paired } = optionsSchema.parse(options);
  const text = readInput(file);
  const plan = planPaired(text, file, paired);
  const { campaign, sources } = await startCampaign({ directory: dir, plan, fileText: text });
  await campaign.use(() => withPage(dir, serve, () => measure(campaign, { json, request: {}, sources })));
}
