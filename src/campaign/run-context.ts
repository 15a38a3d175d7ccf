import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { Worker } from "../worker/worker.js";
import type { Campaign } from "./campaign.js";
import type { RunListener } from "./events.js";
import type { WorkQueue } from "./work-queue.js";

/** How a device gets a worker that has loaded; throws `WorkerStartFailed`. */
export type StartWorker = (device: DeviceSpec, name: string) => Promise<Worker>;

/** What the loops of one run share. */
export interface RunContext {
  readonly campaign: Campaign;
  readonly queue: WorkQueue;
  readonly listener: RunListener;
  readonly startWorker: StartWorker;
  /** Names never repeat within a campaign: `cpu0-1`, `cpu0-2`, … */
  readonly nextWorkerName: (device: string) => string;
  /** The run is being ended: nothing new is begun. */
  readonly stopping: boolean;
  /** Ends the run because of an error that is nobody's case, e.g. a full disk. */
  readonly fail: (error: unknown) => void;
}
