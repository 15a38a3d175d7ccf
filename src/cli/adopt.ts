import { z } from "zod";
import { Campaign } from "../campaign/campaign.js";
import { AdoptionRefused, type AdoptionCase, adoptionCase } from "../ledger/adoption.js";
import type { AdoptionRecord } from "../ledger/provenance-records.js";
import { countsOf } from "../ledger/counts.js";
import { agreementText } from "../view/terminal/agreement-text.js";
import { countText } from "../view/quantities.js";
import { journalIn } from "./input.js";
import { printJson } from "./print-json.js";
import { OptionInvalid } from "./run-request.js";

const words = z.string().trim().min(1);
const optionsSchema = z.strictObject({
  closure: words,
  reason: words,
  approvedBy: words,
  until: words,
  takeOver: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

/** `assay adopt DIR --closure OLD --reason … --approved-by … --until DATE` */
export async function adoptCommand(directory: string, given: unknown): Promise<void> {
  const options = optionsOf(given);
  const until = endOf(options.until);
  journalIn(directory);
  const campaign = await Campaign.open(directory, { create: false, takeOver: options.takeOver });
  await campaign.use(async () => {
    const found = adoptionCase(campaign.fold, options.closure);
    refuseDisagreement(found);
    const before = countsOf(campaign.fold).points.older;
    const record = recordOf(found, options, until);
    await campaign.append("adoption", record);
    const adopted = before - countsOf(campaign.fold).points.older;
    if (options.json) printJson({ directory, adopted, ...record });
    else
      process.stdout.write(
        `${agreementText(found.agreement)}${countText(adopted, "older point")} adopted until ${until}\n`,
      );
  });
}

function optionsOf(given: unknown): Options {
  const result = optionsSchema.safeParse(given);
  if (result.success) return result.data;
  const empty = result.error.issues.map(({ path }) => path.join("."));
  throw new OptionInvalid(`adopting needs a word for each of: ${empty.join(", ")}`);
}

/** A day counts to its end, in UTC. */
function endOf(until: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until);
  const time = Date.parse(isDay ? `${until}T23:59:59.999Z` : until);
  if (Number.isNaN(time)) throw new OptionInvalid(`--until ${until}: write a day such as 2027-03-31`);
  if (time <= Date.now()) throw new OptionInvalid(`--until ${until}: that is over`);
  return new Date(time).toISOString();
}

function refuseDisagreement({ agreement, closure }: AdoptionCase): void {
  if (agreement.agrees) return;
  throw new AdoptionRefused(
    `the points of ${closure.closure.slice(0, 12)} do not agree with those of the qualification. Nothing was written.\n` +
      agreementText(agreement).trimEnd(),
  );
}

function recordOf(
  { closure, environments, qualification, agreement }: AdoptionCase,
  options: Options,
  until: string,
): AdoptionRecord {
  return {
    closure: closure.closure,
    runtime: closure.runtime,
    environments,
    qualification: qualification.qualification,
    reason: options.reason,
    approvedBy: options.approvedBy,
    until,
    compared: agreement.points.length,
    largestDifference: Math.max(...agreement.points.map(({ difference }) => Math.abs(difference))),
  };
}
