import { join } from "node:path";
import type { WorkerOptions } from "../worker/worker-options.js";
import { WorkerProcess } from "../worker/worker-process.js";
import { Worker } from "../worker/worker.js";
import { type Campaign, campaignPaths } from "./campaign.js";
import { loadSeconds } from "./deadlines.js";
import { deviceCommand, threadsOf } from "./device-command.js";
import { policyOf } from "./policy-of.js";
import type { WantedWorker } from "./run-context.js";

/**
 * Starts a worker of a campaign on this machine, and has it load.
 * @throws WorkerStartFailed
 */
export function startWorker(
  { directory, plan, fold }: Pick<Campaign, "directory" | "plan" | "fold">,
  { device, arm, name }: WantedWorker,
  signals: WorkerOptions["signals"],
): Promise<Worker> {
  const paths = campaignPaths(directory);
  const { deadlines } = policyOf(plan, arm);
  const launch = deviceCommand(device);
  return Worker.start({
    open: (onData) => new WorkerProcess(launch, join(paths.logs, `${name}.log`), onData),
    device: { name: device.name, threads: threadsOf(device) },
    scratchDir: paths.scratch,
    loadSeconds: loadSeconds(deadlines, fold.longestLoadSeconds()),
    graceSeconds: deadlines.grace,
    signals,
  });
}
