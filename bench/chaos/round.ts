import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ChaosCampaign, type Command, pointKeysOf } from "./chaos-campaign.js";
import { clear, type FaultName, faultNames, strike } from "./faults.js";
import { processesOf } from "./processes.js";
import type { Random } from "./random.js";

const DISK_KIB = 16 * 1024;
/** Calm runs that may be needed after the last fault. */
const MOST_RECOVERIES = 4;
const MOST_FAULTS = 3;

/** What a calm run of the same campaign gives. */
export interface Calm {
  readonly points: readonly string[];
  readonly ms: number;
}

/** A fault, when it struck, and how the run ended that it struck. */
export interface Strike {
  readonly fault: FaultName;
  /** Points that were durable then; `null`: the run was over, or there was nothing to strike. */
  readonly afterPoints: number | null;
  readonly ended: number | string;
}

/** One campaign that was struck until it was whole. */
export interface RoundResult {
  readonly strikes: readonly Strike[];
  readonly recoveries: number;
  /** What was not as it must be; empty: all was. */
  readonly wrongs: readonly string[];
}

/** Runs a campaign that nobody disturbs. */
export async function calmRun(): Promise<Calm> {
  const { campaign, remove } = newCampaign(false);
  try {
    const beganMs = performance.now();
    const ended = await campaign.run().ended;
    if (ended !== 0) throw new Error(`the calm run ended with ${ended}`);
    return { ms: performance.now() - beganMs, points: pointKeysOf(await campaign.records()) };
  } finally {
    remove();
  }
}

/** Strikes a campaign at up to three random moments, lets it recover, and checks what is left. */
export async function chaosRound(random: Random, calm: Calm): Promise<RoundResult> {
  const wantsDisk = random.next() < 0.2;
  const { campaign, hasOwnDisk, remove } = newCampaign(wantsDisk);
  const strikes: Strike[] = [];
  try {
    for (let left = 1 + random.below(MOST_FAULTS); left > 0; left -= 1) {
      const fault = hasOwnDisk && strikes.length === 0 ? "disk full" : random.oneOf(faultNames(hasOwnDisk));
      strikes.push(await strikeOnce(campaign, { fault, random, calm }));
    }
    const recoveries = await recover(campaign, calm);
    return { strikes, recoveries, wrongs: await wrongsOf(campaign, calm) };
  } catch (error) {
    return { strikes, recoveries: 0, wrongs: [String(error)] };
  } finally {
    for (const { pid } of processesOf(campaign.folder)) process.kill(pid, "SIGKILL");
    remove();
  }
}

interface Plan {
  readonly fault: FaultName;
  readonly random: Random;
  readonly calm: Calm;
}

async function strikeOnce(campaign: ChaosCampaign, { fault, random, calm }: Plan): Promise<Strike> {
  const command = campaign.pointsSoFar() > 0 && random.next() < 0.5 ? campaign.retryFailed() : campaign.run();
  await moment(campaign, command, { random, calm });
  const pointsThen = campaign.pointsSoFar();
  const isOver = command.child.exitCode !== null || command.child.signalCode !== null;
  const hit = !isOver && (await strike(fault, { campaign, command, random }));
  const ended = await command.ended;
  clear(campaign);
  return { fault, afterPoints: hit ? pointsThen : null, ended };
}

/** Half of the moments are spread over the calm run's time, so that starts are met; half over what is left of its points. */
async function moment(
  campaign: ChaosCampaign,
  { child }: Command,
  { random, calm }: Omit<Plan, "fault">,
): Promise<void> {
  if (random.next() < 0.5) {
    await pause(random.next() * calm.ms);
    return;
  }
  const start = campaign.pointsSoFar();
  const points = start + random.below(Math.max(1, calm.points.length - start));
  while (child.exitCode === null && child.signalCode === null && campaign.pointsSoFar() < points) await pause(5);
  await pause(random.next() * 20);
}

async function recover(campaign: ChaosCampaign, calm: Calm): Promise<number> {
  for (let recoveries = 0; recoveries < MOST_RECOVERIES; recoveries += 1) {
    const ended = await (recoveries === 0 ? campaign.run() : campaign.retryFailed()).ended;
    if (ended === 0 && campaign.pointsSoFar() >= calm.points.length) return recoveries + 1;
  }
  return MOST_RECOVERIES;
}

async function wrongsOf(campaign: ChaosCampaign, calm: Calm): Promise<string[]> {
  const records = await campaign.records();
  const points = pointKeysOf(records);
  const outcomes = records.filter(({ kind }) => kind === "outcome").map((record) => String(record["attempt"]));
  const left = processesOf(campaign.folder);
  const locks = readdirSync(campaign.directory).filter((name) => name.includes(".lock"));
  return [
    ...(points.join() === calm.points.join() ? [] : [pointsText(points, calm.points)]),
    ...(new Set(outcomes).size === outcomes.length ? [] : ["an attempt has two outcomes"]),
    ...left.map(({ pid, command }) => `process ${pid} is left: ${command}`),
    ...locks.map((name) => `${name} is left`),
  ];
}

function pointsText(points: readonly string[], expected: readonly string[]): string {
  const doubled = points.length - new Set(points).size;
  const missing = expected.filter((key) => !points.includes(key)).length;
  return `${points.length} points, ${doubled} of them doubled, ${missing} missing`;
}

interface NewCampaign {
  readonly campaign: ChaosCampaign;
  readonly hasOwnDisk: boolean;
  readonly remove: () => void;
}

function newCampaign(wantsDisk: boolean): NewCampaign {
  const folder = mkdtempSync(join(tmpdir(), "assay-chaos-"));
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const mount = ["-t", "tmpfs", "-o", `size=${DISK_KIB}k`, "tmpfs", disk];
  const hasOwnDisk = wantsDisk && spawnSync("mount", mount).status === 0;
  return {
    campaign: new ChaosCampaign(disk),
    hasOwnDisk,
    remove: () => {
      if (hasOwnDisk) spawnSync("umount", ["-l", disk]);
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
