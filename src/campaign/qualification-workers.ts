import type { WorkerProvenance } from "../ledger/provenance-records.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { Environment } from "../provenance/environment.js";
import type { Worker } from "../worker/worker.js";
import type { WorkerOptions } from "../worker/worker-options.js";
import type { Campaign } from "./campaign.js";
import { applyBudget } from "./device-workers.js";
import type { RunListener } from "./events.js";
import type { RunProvenance } from "./run-provenance.js";
import { startWorker } from "./worker-starter.js";

/** A fresh worker, with what it would measure with. */
export interface Candidate {
  readonly device: DeviceSpec;
  readonly name: string;
  readonly worker: Worker;
  readonly environment: Environment;
  readonly loadSeconds: number;
}

export interface QualificationWorkersParts {
  readonly campaign: Campaign;
  readonly provenance: RunProvenance;
  readonly listener: RunListener;
  readonly signals: WorkerOptions["signals"];
}

/** The workers of a qualification: a fresh one a device. */
export class QualificationWorkers {
  readonly #open = new Set<Candidate>();
  #names: number;

  constructor(private readonly parts: QualificationWorkersParts) {
    this.#names = parts.campaign.fold.workersStarted;
  }

  /**
   * Starts a worker on each device that has cases, and puts those together that have the same sources and environment.
   * @throws WorkerStartFailed, PinBroken, SourcesMoved where one cannot be used; the others are stopped
   */
  async start(): Promise<Candidate[][]> {
    const { devices, cases } = this.parts.campaign.plan;
    const used = devices.filter(({ runtime }) => cases.some((planned) => planned.case.runtime === runtime));
    const started = await Promise.allSettled(used.map((device) => this.#start(device)));
    const failed = started.find((result) => result.status === "rejected");
    if (!failed) return groupsOf([...this.#open]);
    await this.stopAll();
    throw failed.reason;
  }

  /** Writes that a worker is used from here on. */
  async record(candidate: Candidate): Promise<WorkerProvenance> {
    const { campaign, listener, provenance } = this.parts;
    const { device, name, worker, environment, loadSeconds } = candidate;
    const { versions, device: facts, clock, memory } = worker.loaded;
    const limitBytes = applyBudget(worker, campaign.plan.policy.memory);
    const measuredWith = await provenance.recordEnvironment(device.name, environment);
    const loaded = { runtime: device.runtime, pid: worker.pid, versions, facts, clock, memory, limitBytes };
    const record = { worker: name, device: device.name, arm: null, loadSeconds, ...loaded, provenance: measuredWith };
    await campaign.append("worker", record);
    listener({ kind: "worker-loaded", device: device.name, record });
    return measuredWith;
  }

  /** Ends a worker that was used, and writes it. */
  async end(candidate: Candidate): Promise<void> {
    const { campaign, listener } = this.parts;
    const { name, device } = candidate;
    await this.stop(candidate);
    const record = { worker: name, device: device.name, reason: "the qualification is over", failure: null };
    await campaign.append("worker-end", record);
    listener({ kind: "worker-ended", device: device.name, record });
  }

  /** Ends a worker that was not used. */
  async stop(candidate: Candidate): Promise<void> {
    if (this.#open.delete(candidate)) await candidate.worker.stop();
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#open].map((candidate) => this.stop(candidate)));
  }

  async #start(device: DeviceSpec): Promise<void> {
    const { campaign, listener, signals, provenance } = this.parts;
    const name = `${device.name}-${(this.#names += 1)}`;
    listener({ kind: "worker-starting", device: device.name, worker: name });
    const beganMs = performance.now();
    const worker = await startWorker(campaign, { device, arm: null, name }, signals);
    try {
      const environment = provenance.inspect(device, worker.loaded);
      this.#open.add({ device, name, worker, environment, loadSeconds: (performance.now() - beganMs) / 1000 });
    } catch (error) {
      await worker.stop();
      throw error;
    }
  }
}

/** A device's closure is that of its runtime and its module of callbacks. */
function groupsOf(candidates: readonly Candidate[]): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { runtime, callbacks } = candidate.device;
    const id = [runtime, callbacks, candidate.environment.hash].join("\n");
    groups.set(id, [...(groups.get(id) ?? []), candidate]);
  }
  return [...groups.values()];
}
