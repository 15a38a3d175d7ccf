import { limitDataSegment } from "../launch/data-limit.js";
import type { WorkerRecord } from "../ledger/records.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { MemoryPolicy } from "../plan/plan.js";
import type { Failure } from "../worker/failure.js";
import { type Worker, WorkerStartFailed } from "../worker/worker.js";
import { checkEnvironment } from "./environment-check.js";
import type { Environment } from "../provenance/environment.js";
import { policyOf } from "./policy-of.js";
import type { RunContext } from "./run-context.js";

/** Pauses before the second and third try to start a worker. */
const START_PAUSES_MS = [1_000, 4_000];

/** A worker with its name in the journal. */
export interface NamedWorker {
  readonly name: string;
  readonly worker: Worker;
}

/** A worker of an arm, and whether the journal knows of it. */
interface ArmWorker extends NamedWorker {
  readonly environment: Environment;
  readonly loadSeconds: number;
  isRecorded: boolean;
}

/** The workers of one device, one an arm: started with patience, ended with their reason, both journalled. */
export class DeviceWorkers {
  readonly #workers = new Map<string | null, ArmWorker>();
  #failedStarts = 0;

  constructor(
    private readonly context: RunContext,
    private readonly device: DeviceSpec,
  ) {}

  /** Asks the running callbacks to stop before their next point. */
  drain(): void {
    for (const { worker } of this.#workers.values()) worker.drain();
  }

  /** It was given up: its worker died at start too often. */
  get isGivenUp(): boolean {
    return this.#failedStarts > START_PAUSES_MS.length;
  }

  /**
   * The worker of an arm, started where there is none. `null`: the run is being ended, no work is left for it meanwhile,
   * or the device is given up.
   */
  async of(arm: string | null): Promise<NamedWorker | null> {
    const { context, device } = this;
    while (!context.stopping && context.queue.has(device.runtime, arm)) {
      const known = this.#workers.get(arm);
      if (known) return this.#recorded(arm, known);
      const pauseMs = START_PAUSES_MS[this.#failedStarts - 1];
      if (pauseMs !== undefined) await context.pause(pauseMs);
      const failure = context.stopping ? null : await this.tryToStart(arm);
      if (failure && this.isGivenUp && !context.stopping) return this.#giveUp(failure);
    }
    return null;
  }

  /**
   * Tries once to start the worker of an arm, and journals only a failure, which it returns.
   * @throws EnvironmentDiffers where the worker found another environment than the campaign's points were measured in.
   */
  async tryToStart(arm: string | null): Promise<Failure | null> {
    const { context, device } = this;
    const name = context.nextWorkerName(device.name);
    context.listener({ kind: "worker-starting", device: device.name, worker: name });
    const beganMs = performance.now();
    try {
      const worker = await context.startWorker({ device, arm, name });
      const loadSeconds = (performance.now() - beganMs) / 1000;
      const environment = await this.#checked(worker);
      this.#workers.set(arm, { name, worker, environment, loadSeconds, isRecorded: false });
      this.#failedStarts = 0;
      return null;
    } catch (error) {
      if (!(error instanceof WorkerStartFailed)) throw error;
      this.#failedStarts += 1;
      await this.#recordEnd({ worker: name, reason: "it could not be started", failure: error.failure });
      return error.failure;
    }
  }

  /** The environment of a worker that may be used; one that may not is stopped. */
  async #checked(worker: Worker): Promise<Environment> {
    const { campaign, provenance } = this.context;
    try {
      const environment = provenance.inspect(this.device, worker.loaded);
      checkEnvironment(campaign.fold, { device: this.device.name, environment, directory: campaign.directory });
      return environment;
    } catch (error) {
      await worker.stop();
      throw error;
    }
  }

  /** Ends the worker of an arm; does nothing where there is none. `failure`: how it ended by itself. */
  async end(arm: string | null, reason: string, failure: Failure | null = null): Promise<void> {
    const known = this.#workers.get(arm);
    if (!known) return;
    this.#workers.delete(arm);
    await known.worker.stop();
    if (known.isRecorded) await this.#recordEnd({ worker: known.name, reason, failure });
  }

  async endAll(reason: string): Promise<void> {
    await Promise.all([...this.#workers.keys()].map((arm) => this.end(arm, reason)));
  }

  async #recorded(arm: string | null, known: ArmWorker): Promise<NamedWorker> {
    if (known.isRecorded) return known;
    known.isRecorded = true;
    await this.#recordStart(known, { arm, loadSeconds: known.loadSeconds });
    return known;
  }

  async #recordStart(
    { name, worker, environment }: ArmWorker,
    facts: Pick<WorkerRecord, "arm" | "loadSeconds">,
  ): Promise<void> {
    const { campaign, listener, begin, provenance } = this.context;
    const { versions, device, clock, memory } = worker.loaded;
    const { runtime } = this.device;
    const { pid } = worker;
    const limitBytes = applyBudget(worker, policyOf(campaign.plan, facts.arm).memory);
    const loaded = { runtime, pid, versions, facts: device, clock, memory, limitBytes };
    await begin();
    const measuredWith = await provenance.recordEnvironment(this.device.name, environment);
    const record = { worker: name, device: this.device.name, ...facts, ...loaded, provenance: measuredWith };
    await campaign.append("worker", record);
    listener({ kind: "worker-loaded", device: this.device.name, record });
  }

  async #recordEnd(ended: {
    readonly worker: string;
    readonly reason: string;
    readonly failure: Failure | null;
  }): Promise<void> {
    const { campaign, listener, begin } = this.context;
    const record = { ...ended, device: this.device.name };
    await begin();
    await campaign.append("worker-end", record);
    listener({ kind: "worker-ended", device: this.device.name, record });
  }

  async #giveUp(failure: Failure): Promise<null> {
    const { campaign, deviceStopped } = this.context;
    const record = { device: this.device.name, tries: this.#failedStarts, failure };
    await campaign.append("device-stopped", record);
    deviceStopped(record);
    return null;
  }
}

/** Limits a worker to its budget over its size after load; gives the limit in bytes, or `null` where there is none. */
export function applyBudget({ pid, loaded }: Worker, { budgetBytes }: MemoryPolicy): number | null {
  if (budgetBytes === null) return null;
  const limitBytes = (loaded.memory.privateBytes ?? 0) + budgetBytes;
  limitDataSegment(pid, limitBytes);
  return limitBytes;
}
