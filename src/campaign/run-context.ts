import type { DeviceStoppedRecord } from "../ledger/records.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { Worker } from "../worker/worker.js";
import type { Campaign } from "./campaign.js";
import type { RunListener } from "./events.js";
import type { RunProvenance } from "./run-provenance.js";
import type { WorkQueue } from "./work-queue.js";

/** A worker that is wanted: where, for which arm, and its name in the journal. */
export interface WantedWorker {
  readonly device: DeviceSpec;
  readonly arm: string | null;
  readonly name: string;
}

/** What an attempt acts through. */
export interface AttemptContext {
  readonly campaign: Campaign;
  readonly listener: RunListener;
  /** The run is being ended: nothing new is begun. */
  readonly stopping: boolean;
  /** Ends the run because of an error that is nobody's case, e.g. a full disk. */
  readonly fail: (error: unknown) => void;
}

/** What the loops of one run share. */
export interface RunContext extends AttemptContext {
  readonly queue: WorkQueue;
  readonly provenance: RunProvenance;
  /** Starts a worker and has it load; throws `WorkerStartFailed`. */
  readonly startWorker: (wanted: WantedWorker) => Promise<Worker>;
  /** Names never repeat within a campaign: `cpu0-1`, `cpu0-2`, … */
  readonly nextWorkerName: (device: string) => string;
  /** Writes that this run has begun, before the first record of its own; later calls wait for the same record. */
  readonly begin: () => Promise<void>;
  /** Resolves after so long, or as soon as the run is being ended. */
  readonly pause: (ms: number) => Promise<void>;
  /** A case has failed and is not tried again. */
  readonly caseFailed: () => void;
  /** A device is not used any more. */
  readonly deviceStopped: (record: DeviceStoppedRecord) => void;
}
