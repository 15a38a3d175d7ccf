import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CampaignFold } from "../ledger/fold.js";
import type { Plan } from "../plan/plan.js";
import type { LoadedFacts } from "../provenance/environment.js";
import { brokenEnvironmentPins, brokenSourcePins, refuseBroken } from "../provenance/pins.js";
import { campaignPaths } from "./campaign.js";
import { type DeviceSources, sourcesOf } from "./device-sources.js";
import { checkSources } from "./resume-gate.js";
import { startWorker } from "./worker-starter.js";

/** A campaign about to be run: what it is to measure and, where it exists already, what it has. */
export interface CampaignAtGate {
  readonly directory: string;
  readonly plan: Plan;
  readonly fold?: CampaignFold | undefined;
}

/**
 * What must hold before a campaign's folder is touched: its pins, and that its points' sources are still the same or
 * were qualified. Where versions or the device are pinned, a worker a device is started beside the campaign to see.
 * @returns the sources of each device, as they are now
 * @throws PinBroken, SourceChanged, WorkerStartFailed
 */
export async function passGate({ directory, plan, fold }: CampaignAtGate): Promise<readonly DeviceSources[]> {
  const sources = await passPins(plan, fold);
  if (fold) checkSources(fold, sources, directory);
  return sources;
}

/** The pins alone: what a qualification must hold to, whose sources are another matter. */
export async function passPins(plan: Plan, fold?: CampaignFold): Promise<readonly DeviceSources[]> {
  const sources = sourcesOf(plan.devices);
  const { pins = {} } = plan;
  refuseBroken(brokenSourcePins(pins, sources));
  if (pins.environment || pins.device) {
    const loaded = await probe(plan, fold);
    refuseBroken(loaded.flatMap((facts) => brokenEnvironmentPins(pins, facts)));
  }
  return sources;
}

/** Starts a worker a device in a folder of its own, and says what each found. */
async function probe(plan: Plan, fold = new CampaignFold()): Promise<LoadedFacts[]> {
  const directory = mkdtempSync(join(tmpdir(), "assay-probe-"));
  const { signal } = new AbortController();
  try {
    for (const folder of [campaignPaths(directory).logs, campaignPaths(directory).scratch]) mkdirSync(folder);
    return await Promise.all(
      plan.devices.map(async (device) => {
        const wanted = { device, arm: null, name: device.name };
        const worker = await startWorker({ directory, plan, fold }, wanted, { ending: signal, stop: signal });
        const { versions, device: facts } = worker.loaded;
        await worker.stop();
        return { versions, device: facts };
      }),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
