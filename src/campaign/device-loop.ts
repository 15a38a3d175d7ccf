import { limitDataSegment } from "../launch/data-limit.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { MemoryPolicy } from "../plan/plan.js";
import { type Worker, WorkerStartFailed } from "../worker/worker.js";
import { runAttempt } from "./attempt.js";
import { policyOf } from "./policy-of.js";
import { type MemoryBounds, replacementReason } from "./replacement.js";
import type { RunContext } from "./run-context.js";
import type { WorkItem } from "./work-queue.js";

/** Pauses before the second and third try to start a worker. */
const START_PAUSES_MS = [1_000, 4_000];

/** Limits a worker to its budget over its size after load; gives the limit in bytes, or `null` where there is none. */
function applyBudget({ pid, loaded }: Worker, { budgetBytes }: MemoryPolicy): number | null {
  if (budgetBytes === null) return null;
  const limitBytes = (loaded.memory.privateBytes ?? 0) + budgetBytes;
  limitDataSegment(pid, limitBytes);
  return limitBytes;
}

/** A worker with its name in the journal. */
interface NamedWorker {
  readonly name: string;
  readonly worker: Worker;
}

/** Measures on one device until the queue has nothing left for it; one worker an arm, replaced when it must be. */
export class DeviceLoop {
  readonly #workers = new Map<string | null, NamedWorker>();

  constructor(
    private readonly context: RunContext,
    readonly device: DeviceSpec,
  ) {}

  async run(): Promise<void> {
    try {
      await this.#measureAll();
    } finally {
      await Promise.all([...this.#workers.keys()].map((arm) => this.#endWorker(arm, "no work is left")));
    }
  }

  /** Asks the running callback to stop before its next point. */
  drain(): void {
    for (const { worker } of this.#workers.values()) worker.drain();
  }

  async #measureAll(): Promise<void> {
    const { queue } = this.context;
    for (let item = queue.take(this.device.runtime); item; item = queue.take(this.device.runtime)) {
      const named = await this.#workerFor(item);
      if (!named) return queue.putBack(item);
      await this.#measure(item, named);
    }
  }

  async #measure(item: WorkItem, { name, worker }: NamedWorker): Promise<void> {
    const end = await runAttempt(this.context, { item, worker, workerName: name, device: this.device });
    const reason = end.workerFailure?.message ?? replacementReason(end, this.#bounds(item, worker));
    if (reason !== null) await this.#endWorker(item.arm, reason);
    // A worker whose arm is over only holds memory that the next arm's worker may need.
    else if (!this.context.queue.has(this.device.runtime, item.arm)) await this.#endWorker(item.arm, "no work is left");
  }

  #bounds(item: WorkItem, worker: Worker): MemoryBounds {
    const { memory } = policyOf(this.context.campaign.plan, item.arm);
    return { policy: memory, weightBytes: item.case.weightBytes, atLoad: worker.loaded.memory };
  }

  async #workerFor(item: WorkItem): Promise<NamedWorker | null> {
    const known = this.#workers.get(item.arm);
    if (known) return known;
    for (let tries = 0; !this.context.stopping; tries += 1) {
      const started = await this.#startWorker(item.arm);
      if (started) return started;
      const pauseMs = START_PAUSES_MS[tries];
      if (pauseMs === undefined) return null;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return null;
  }

  async #startWorker(arm: string | null): Promise<NamedWorker | null> {
    const { campaign, listener, startWorker } = this.context;
    const name = this.context.nextWorkerName(this.device.name);
    listener({ kind: "worker-starting", device: this.device.name, worker: name });
    try {
      const worker = await startWorker(this.device, name);
      this.#workers.set(arm, { name, worker });
      const { versions, device: facts, clock, memory } = worker.loaded;
      const { runtime, pid } = worker;
      const limitBytes = applyBudget(worker, policyOf(campaign.plan, arm).memory);
      const record = { worker: name, device: this.device.name, arm, runtime, pid, versions, facts, clock, memory, limitBytes };
      await campaign.append("worker", record);
      listener({ kind: "worker-loaded", device: this.device.name, record });
      return { name, worker };
    } catch (error) {
      if (!(error instanceof WorkerStartFailed)) throw error;
      await this.#recordEnd(name, "it could not be started", error.failure);
      return null;
    }
  }

  async #endWorker(arm: string | null, reason: string): Promise<void> {
    const named = this.#workers.get(arm);
    if (!named) return;
    this.#workers.delete(arm);
    await named.worker.stop();
    await this.#recordEnd(named.name, reason, null);
  }

  async #recordEnd(worker: string, reason: string, failure: WorkerStartFailed["failure"] | null): Promise<void> {
    const record = { worker, device: this.device.name, reason, failure };
    await this.context.campaign.append("worker-end", record);
    this.context.listener({ kind: "worker-ended", device: this.device.name, record });
  }
}
