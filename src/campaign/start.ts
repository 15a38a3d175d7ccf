import { existsSync } from "node:fs";
import type { Plan } from "../plan/plan.js";
import { sidesOf } from "../plan/rounds.js";
import { beginOrReplan } from "./begin.js";
import { Campaign, campaignPaths } from "./campaign.js";
import { readCampaign } from "./campaign-reading.js";
import type { DeviceSources } from "./device-sources.js";
import { passGate } from "./start-gate.js";
import { checkSupersedes, recordSupersession } from "./supersession.js";

/** A campaign to be begun, or gone on with by a plan that may be another one. */
export interface CampaignStart {
  readonly directory: string;
  readonly plan: Plan;
  readonly fileText: string;
  readonly takeOver?: boolean;
}

/** An open campaign, and the sources of its devices. */
export interface StartedCampaign {
  readonly campaign: Campaign;
  readonly sources: readonly DeviceSources[];
}

/** A campaign that has no plan: nothing of it can be measured. */
export class PlanMissing extends Error {
  override readonly name = "PlanMissing";
  constructor(directory: string) {
    super(`the campaign has no plan: begin it with: assay run FILE --dir ${directory}`);
  }
}

/** A plan with other arms than the campaign's: its points would stand beside those of an experiment, and mean less. */
export class OtherExperiment extends Error {
  override readonly name = "OtherExperiment";
}

/**
 * Opens the campaign of a plan for writing, and begins it where there is none. Nothing is touched before all that the
 * plan pins is found to be so, and the sources to be those of its points.
 * @throws OtherExperiment, PinBroken, SourceChanged, SupersedeRefused, CampaignLocked, JournalDamaged
 */
export async function startCampaign({
  directory,
  plan,
  fileText,
  takeOver = false,
}: CampaignStart): Promise<StartedCampaign> {
  const { journal } = campaignPaths(directory);
  const reading = existsSync(journal) ? await readCampaign(journal) : undefined;
  refuseOtherArms(reading?.fold.plan ?? null, plan, directory);
  const sources = await passGate({ directory, plan, fold: reading?.fold });
  await checkSupersedes(plan);
  const campaign = await Campaign.open(directory, { create: true, takeOver, ...(reading && { reading }) });
  try {
    await beginOrReplan(campaign, plan, fileText);
    await recordSupersession(campaign);
    return { campaign, sources };
  } catch (error) {
    await campaign.close();
    throw error;
  }
}

/**
 * Opens a campaign for writing, to go on with its own plan. Nothing is touched before its pins and sources are checked.
 * @throws PlanMissing, PinBroken, SourceChanged, CampaignLocked, JournalDamaged
 */
export async function resumeCampaign(directory: string, takeOver = false): Promise<StartedCampaign> {
  const reading = await readCampaign(campaignPaths(directory).journal);
  const { plan } = reading.fold;
  if (!plan) throw new PlanMissing(directory);
  const sources = await passGate({ directory, plan, fold: reading.fold });
  return { campaign: await Campaign.open(directory, { create: false, takeOver, reading }), sources };
}

function refuseOtherArms(known: Plan | null, plan: Plan, directory: string): void {
  if (known === null || armsText(known) === armsText(plan)) return;
  throw new OtherExperiment(
    `${directory} holds ${armsText(known)}, and this would be ${armsText(plan)}. Nothing was changed. ` +
      `Go on with it by: assay resume ${directory}; or give another folder with --dir`,
  );
}

function armsText({ arms, experiment }: Plan): string {
  if (!arms) return "a campaign without arms";
  const rounds = experiment?.rounds === undefined ? "" : ` in ${experiment.rounds} rounds`;
  return `an experiment with the arms ${sidesOf(arms).join(", ")}${rounds}`;
}
