import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Counts, countsOf } from "../ledger/counts.js";
import type { DeviceStoppedRecord, SessionEndRecord } from "../ledger/records.js";
import { beginSession } from "./begin.js";
import type { Campaign } from "./campaign.js";
import { DeviceLoop } from "./device-loop.js";
import type { DeviceSources } from "./device-sources.js";
import type { RunListener } from "./events.js";
import { type FailureLimit, reachesLimit } from "./limits.js";
import type { RunContext } from "./run-context.js";
import { RunProvenance } from "./run-provenance.js";
import { type Selection, WHAT_IS_LEFT } from "./selection.js";
import { TimeLimit } from "./time-limit.js";
import { remainingWork, WorkQueue } from "./work-queue.js";
import { startWorker } from "./worker-starter.js";

/** How a run ended, and where the campaign stands now. */
export interface RunSummary {
  readonly ended: SessionEndRecord["reason"];
  readonly counts: Counts;
  /** Attempts that this run made. */
  readonly attempted: number;
  /** Devices that were given up, each with how its worker died last. */
  readonly stoppedDevices: readonly DeviceStoppedRecord[];
}

/** What a run takes on, and what ends it early. */
export interface RunOptions {
  readonly selection: Selection;
  /** `null`: failures never end it. */
  readonly maxFailures: FailureLimit | null;
  /** Seconds since this process began; `null`: no limit. */
  readonly limitSeconds: number | null;
  /** The sources of each device as they were looked at before; left out: they are looked at now. */
  readonly sources?: readonly DeviceSources[];
}

const RUN_TO_THE_END: RunOptions = { selection: WHAT_IS_LEFT, maxFailures: null, limitSeconds: null };

/** One `run` or `resume`: measures what is left of a campaign on all its devices. */
export class CampaignRun {
  readonly #queue: WorkQueue;
  readonly #provenance: RunProvenance;
  readonly #loops: DeviceLoop[];
  readonly #timeLimit: TimeLimit | null;
  readonly #stop = new AbortController();
  readonly #ending = new AbortController();
  readonly #stoppedDevices: DeviceStoppedRecord[] = [];
  #ended: RunSummary["ended"] = "finished";
  #failure: { readonly error: unknown } | null = null;
  #failedCases = 0;
  #attempted = 0;
  #session: Promise<void> | null = null;

  constructor(
    private readonly campaign: Campaign,
    private readonly listener: RunListener,
    private readonly options: RunOptions = RUN_TO_THE_END,
  ) {
    // Every worker listens, however many there are.
    setMaxListeners(0, this.#stop.signal, this.#ending.signal);
    this.#queue = new WorkQueue(remainingWork(campaign.fold, options.selection));
    this.#provenance = new RunProvenance(campaign, options.sources);
    this.#timeLimit = options.limitSeconds === null ? null : new TimeLimit(options.limitSeconds, this);
    const context = this.#context();
    this.#loops = campaign.plan.devices.map((device) => new DeviceLoop(context, device));
  }

  /**
   * Runs to the end, a drain, or a stop. Where there is nothing to do, nothing is written.
   * @throws what made it impossible to keep the journal (a full disk); all that was durable stays.
   * @throws EnvironmentDiffers where a device is not what the campaign was measured on
   */
  async run(): Promise<RunSummary> {
    const { campaign } = this;
    this.#timeLimit?.start();
    try {
      if (isMeasured(countsOf(campaign.fold))) await this.#together((loop) => loop.prepare());
      await this.#together((loop) => loop.run());
    } finally {
      this.#timeLimit?.end();
    }
    if (this.#session) await campaign.append("session-end", { reason: this.#ended });
    const counts = countsOf(campaign.fold);
    return { ended: this.#ended, counts, attempted: this.#attempted, stoppedDevices: this.#stoppedDevices };
  }

  /** Finishes the points that are being measured, then ends. */
  drain(reason: RunSummary["ended"] = "drained"): void {
    if (this.#ended !== "finished") return;
    this.#ended = reason;
    this.#queue.close();
    this.#ending.abort();
    for (const loop of this.#loops) loop.drain();
    this.listener({ kind: "draining" });
  }

  /** Kills the workers and ends; points that are not finished are lost. */
  stop(reason: RunSummary["ended"] = "stopped"): void {
    this.#ended = reason;
    this.#endNow();
  }

  #endNow(): void {
    this.#queue.close();
    this.#ending.abort();
    this.#stop.abort();
  }

  /** Does something on all devices at once; where one fails, all workers go. */
  async #together(work: (loop: DeviceLoop) => Promise<void>): Promise<void> {
    const results = await Promise.allSettled(this.#loops.map(work));
    const rejected = results.find((result) => result.status === "rejected");
    if (!this.#failure && !rejected) return;
    this.#endNow();
    await Promise.allSettled(this.#loops.map((loop) => loop.end()));
    throw this.#failure?.error ?? rejected?.reason;
  }

  #context(): RunContext {
    const { campaign } = this;
    const isEnding = () => this.#ended !== "finished" || this.#failure !== null;
    const signals = { ending: this.#ending.signal, stop: this.#stop.signal };
    let workers = campaign.fold.workersStarted;
    return {
      campaign,
      queue: this.#queue,
      provenance: this.#provenance,
      listener: (event) => this.#tell(event),
      startWorker: (wanted) => startWorker(campaign, wanted, signals),
      nextWorkerName: (device) => `${device}-${(workers += 1)}`,
      begin: () => (this.#session ??= this.#begin()),
      pause: (ms) => sleep(ms, undefined, { signal: this.#ending.signal }).catch(() => {}),
      get stopping() {
        return isEnding();
      },
      caseFailed: () => this.#countFailure(),
      deviceStopped: (record) => {
        this.#stoppedDevices.push(record);
        this.#tell({ kind: "device-stopped", device: record.device, record });
      },
      fail: (error) => {
        this.#failure ??= { error };
        this.#endNow();
      },
    };
  }

  readonly #tell: RunListener = (event) => {
    if (event.kind === "attempt-started") this.#attempted += 1;
    this.#timeLimit?.see(event);
    this.listener(event);
  };

  async #begin(): Promise<void> {
    await beginSession(this.campaign, this.#provenance);
  }

  #countFailure(): void {
    this.#failedCases += 1;
    const { maxFailures } = this.options;
    const planned = this.campaign.fold.planned().length;
    if (maxFailures && reachesLimit(maxFailures, this.#failedCases, planned)) this.drain("too_many_failures");
  }
}

function isMeasured({ points: { done, older } }: Counts): boolean {
  return done + older > 0;
}
