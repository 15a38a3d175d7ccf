import type { CampaignFold } from "../ledger/fold.js";
import { coordinatesId } from "../ledger/case-state.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { Policy } from "../plan/plan.js";
import type { Worker } from "../worker/worker.js";
import { type AttemptResult, runAttempt } from "./attempt.js";
import { DeviceWorkers, type NamedWorker } from "./device-workers.js";
import { policyOf } from "./policy-of.js";
import { type MemoryBounds, replacementReason } from "./replacement.js";
import type { RunContext } from "./run-context.js";
import { isToBeSteadied } from "./unsteady.js";
import type { WorkItem } from "./work-queue.js";

/** Measures on one device until the queue has nothing left for it; one worker an arm, replaced when it must be. */
export class DeviceLoop {
  readonly #workers: DeviceWorkers;

  constructor(
    private readonly context: RunContext,
    readonly device: DeviceSpec,
  ) {
    this.#workers = new DeviceWorkers(context, device);
  }

  /**
   * Starts the first worker that will be needed, so that an environment other than the campaign's is refused before
   * anything is written. A worker that does not come up is no matter yet.
   * @throws EnvironmentDiffers
   */
  async prepare(): Promise<void> {
    const first = await this.context.queue.next(this.device.runtime);
    if (first) await this.#workers.tryToStart(first.arm);
  }

  async run(): Promise<void> {
    try {
      await this.#measureAll();
    } finally {
      await this.end();
    }
  }

  /** Ends all workers. */
  async end(): Promise<void> {
    await this.#workers.endAll(this.context.stopping ? "the run was ended" : "no work is left");
  }

  /** Asks the running callback to stop before its next point. */
  drain(): void {
    this.#workers.drain();
  }

  async #measureAll(): Promise<void> {
    const { queue } = this.context;
    const { runtime } = this.device;
    for (let next = await queue.next(runtime); next; next = await queue.next(runtime)) {
      const named = await this.#workers.of(next.arm);
      if (this.#workers.isGivenUp) return;
      // While the worker started, another device may have been quicker.
      const item = named && queue.take(runtime, next.arm);
      if (item) await this.#measure(item, named);
    }
  }

  async #measure(item: WorkItem, { name, worker }: NamedWorker): Promise<void> {
    const { context } = this;
    const result = await runAttempt(context, { item, worker, workerName: name, device: this.device });
    const { workerFailure } = result.end;
    const settled = this.#settle(item, result);
    const reason = workerFailure?.message ?? replacementReason(result.end, this.#bounds(item, worker));
    if (reason !== null) return this.#workers.end(item.arm, reason, workerFailure);
    // A worker whose arm is over only holds memory that the next arm's worker may need.
    if (context.queue.has(this.device.runtime, item.arm)) return;
    await settled;
    if (!context.queue.has(this.device.runtime, item.arm)) await this.#workers.end(item.arm, "no work is left");
  }

  /** Gives the item up and puts back what of it is to be measured again; flags are known once all is durable. */
  async #settle(item: WorkItem, { end, left, durable }: AttemptResult): Promise<void> {
    const { queue, campaign, caseFailed } = this.context;
    const policy = policyOf(campaign.plan, item.arm);
    if (end.outcome === "failed") {
      const again = retryOf(item, { end, left }, policy);
      queue.done(item, again);
      if (!again) caseFailed();
      return;
    }
    // Where that fails, the run is being ended already.
    const isDurable = await durable.then(
      () => true,
      () => false,
    );
    queue.done(item, isDurable ? steadied(item, campaign.fold, policy) : null);
  }

  #bounds(item: WorkItem, worker: Worker): MemoryBounds {
    const { memory } = policyOf(this.context.campaign.plan, item.arm);
    return { policy: memory, weightBytes: item.case.weightBytes, atLoad: worker.loaded.memory };
  }
}

/** What is left of a failed item, where the policy grants its class another try; a whole sweep where nothing is left. */
function retryOf(item: WorkItem, { end, left }: Pick<AttemptResult, "end" | "left">, policy: Policy): WorkItem | null {
  if (!end.failure) return null;
  const { class: failureClass } = end.failure;
  const failures = [...(item.failures ?? []), failureClass];
  const tries = failures.filter((earlier) => earlier === failureClass).length;
  if (tries > (policy.retry[failureClass] ?? 0)) return null;
  return { ...item, coordinates: left.length > 0 ? left : item.case.coordinates, failures };
}

/** The item's points that are to be measured again because of their flags. */
function steadied(item: WorkItem, fold: CampaignFold, policy: Policy): WorkItem | null {
  const { points } = fold.caseState(item.case.key, item.arm);
  const coordinates = item.coordinates.filter((place) => {
    const point = points.get(coordinatesId(place));
    return point !== undefined && isToBeSteadied(point, policy);
  });
  return coordinates.length > 0 ? { ...item, coordinates } : null;
}
