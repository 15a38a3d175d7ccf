import { z } from "zod";
import { planCampaign } from "../plan/plan-campaign.js";
import { planText } from "../view/terminal/plan-text.js";
import { readInput } from "./input.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({ json: z.boolean().default(false) });

/** `assay plan FILE` */
export function planCommand(file: string, options: unknown): void {
  const { json } = optionsSchema.parse(options);
  const plan = planCampaign(readInput(file), file);
  if (json) printJson(plan);
  else process.stdout.write(planText(plan));
}
