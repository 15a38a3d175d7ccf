import { spawnSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ChaosCampaign, Command } from "./chaos-campaign.js";
import { workersOf } from "./processes.js";
import type { Random } from "./random.js";

/** A full disk still takes so much: the journal fails in the middle of a batch, sooner or later. */
const PAGES_LEFT = 2;

/** What is done to a running campaign. */
export type FaultName =
  | `${"orchestrator" | "worker"} ${"SIGKILL" | "SIGSEGV" | "SIGSTOP"}`
  | "garbage on the pipe"
  | "disk full";

const signalFaults = ["SIGKILL", "SIGSEGV", "SIGSTOP"].flatMap((signal) =>
  ["orchestrator", "worker"].map((target) => `${target} ${signal}` as FaultName),
);

/** All faults; the disk can be full only where the campaign has one of its own. */
export function faultNames(hasOwnDisk: boolean): readonly FaultName[] {
  return [...signalFaults, "garbage on the pipe", ...(hasOwnDisk ? ["disk full" as const] : [])];
}

/** A running campaign, and the chance that decides how it is hit. */
export interface Victim {
  readonly campaign: ChaosCampaign;
  readonly command: Command;
  readonly random: Random;
}

/** Does what a fault is; `false` where there was nothing (left) to do it to. */
export async function strike(name: FaultName, victim: Victim): Promise<boolean> {
  const { campaign, command, random } = victim;
  switch (name) {
    case "orchestrator SIGKILL":
    case "orchestrator SIGSEGV":
      return signal(command.child.pid, name.endsWith("KILL") ? "SIGKILL" : "SIGSEGV");
    case "orchestrator SIGSTOP":
      return stopForAWhile(command.child.pid, random);
    case "worker SIGKILL":
    case "worker SIGSEGV":
    case "worker SIGSTOP":
      return strikeWorker(name.slice("worker ".length) as NodeJS.Signals, victim);
    case "garbage on the pipe":
      writeFileSync(join(campaign.folder, "garbage"), garbage(random));
      return true;
    case "disk full":
      return fillDisk(campaign);
  }
}

/** Takes away what lies in the way of the next run. */
export function clear(campaign: ChaosCampaign): void {
  for (const name of ["garbage", "ballast"]) rmSync(join(campaign.folder, name), { force: true });
}

function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    return false;
  }
}

async function stopForAWhile(pid: number | undefined, random: Random): Promise<boolean> {
  const isStopped = signal(pid, "SIGSTOP");
  await pause(100 + random.below(2500));
  return signal(pid, "SIGCONT") && isStopped;
}

/** A worker is there some time after the start; the run may end before. */
async function strikeWorker(name: NodeJS.Signals, { campaign, command, random }: Victim): Promise<boolean> {
  for (let tries = 0; tries < 200 && command.child.exitCode === null; tries += 1) {
    const pids = workersOf(campaign.folder);
    if (pids.length > 0) return signal(random.oneOf(pids), name);
    await pause(10);
  }
  return false;
}

function garbage(random: Random): string | Uint8Array {
  return random.oneOf<() => string | Uint8Array>([
    () => random.bytes(1 + random.below(4096)),
    () => '{"v":1,"kind":"gibberish"}\n',
    () => '{"v":1,"kind":"measuring","attempt":"another/1","coordinates":{"tokens":1}}\n',
    () => '{"v":1,"kind":"poi',
    () => "NaN\n",
    () => `${"x".repeat(8192)}\n`,
  ])();
}

function fillDisk({ folder }: ChaosCampaign): boolean {
  const { bavail, bsize } = statfsSync(folder);
  const bytes = Math.max(1, bavail - PAGES_LEFT) * bsize;
  return spawnSync("fallocate", ["-l", String(bytes), join(folder, "ballast")]).status === 0;
}
