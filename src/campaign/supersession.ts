import { existsSync } from "node:fs";
import { hashOfLine } from "../ledger/journal-record.js";
import { lineAt } from "../ledger/journal-lines.js";
import { readJournal } from "../ledger/journal-reader.js";
import type { Plan, Supersedes } from "../plan/plan.js";
import { Campaign, campaignPaths } from "./campaign.js";

/** The campaign that is to be superseded is not the one that was sealed so. */
export class SupersedeRefused extends Error {
  override readonly name = "SupersedeRefused";
}

/**
 * Checks that the campaign whose place is taken is there, and was at its seal once.
 * @throws SupersedeRefused, or what is wrong with its journal
 */
export async function checkSupersedes({ supersedes }: Plan): Promise<void> {
  if (!supersedes) return;
  const { journal } = campaignPaths(supersedes.campaign);
  if (!existsSync(journal)) throw new SupersedeRefused(`supersedes: there is no campaign in ${supersedes.campaign}`);
  const place = await placeOfSeal(journal, supersedes.seal);
  if (place === null)
    throw new SupersedeRefused(
      `supersedes: the campaign in ${supersedes.campaign} never had the seal ${supersedes.seal}`,
    );
}

/** Number of the record whose line's hash a seal is; `null`: none of the journal has it. */
export async function placeOfSeal(journal: string, seal: string): Promise<number | null> {
  let place: number | null = null;
  await readJournal(journal, (_record, { n, hash }) => {
    if (hash === seal) place = n;
  });
  return place;
}

/** Writes into both campaigns that one takes the other's place, each once; nothing where the plan does not say so. */
export async function recordSupersession(campaign: Campaign): Promise<void> {
  const { supersedes } = campaign.plan;
  if (!supersedes || campaign.fold.provenance.supersedes?.seal === supersedes.seal) return;
  await tellSuperseded(campaign, supersedes);
  await campaign.append("supersedes", supersedes);
}

async function tellSuperseded(by: Campaign, { campaign: directory }: Supersedes): Promise<void> {
  const first = lineAt(campaignPaths(by.directory).journal, 0);
  if (!first) throw new Error("a campaign that supersedes another has begun");
  const seal = hashOfLine(first);
  const superseded = await Campaign.open(directory, { create: false });
  await superseded.use(async () => {
    if (superseded.fold.provenance.supersededBy.some((known) => known.seal === seal)) return;
    await superseded.append("superseded", { name: by.plan.name, campaign: by.directory, seal });
  });
}
