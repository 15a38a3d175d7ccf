import { hostname } from "node:os";
import { join } from "node:path";
import { deviceThreads } from "../launch/device-threads.js";
import { localLaunch } from "../launch/local-launch.js";
import { type Counts, countsOf } from "../ledger/counts.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import { assayVersion } from "../provenance/assay-version.js";
import { ortWorkerCommand } from "../runtimes/worker-command.js";
import { Worker } from "../worker/worker.js";
import { type Campaign, campaignPaths } from "./campaign.js";
import { DeviceLoop } from "./device-loop.js";
import type { RunListener } from "./events.js";
import type { RunContext } from "./run-context.js";
import { remainingWork, WorkQueue } from "./work-queue.js";

/** How a run ended, and where the campaign stands now. */
export interface RunSummary {
  readonly ended: "finished" | "drained" | "stopped";
  readonly counts: Counts;
}

/** One `run` or `resume`: measures what is left of a campaign on all its devices. */
export class CampaignRun {
  readonly #queue: WorkQueue;
  readonly #loops: DeviceLoop[];
  readonly #abort = new AbortController();
  #ended: RunSummary["ended"] = "finished";
  #failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly campaign: Campaign,
    private readonly listener: RunListener,
  ) {
    this.#queue = new WorkQueue(remainingWork(campaign.fold));
    const context = this.#context();
    this.#loops = campaign.plan.devices.map((device) => new DeviceLoop(context, device));
  }

  /**
   * Runs to the end, a drain, or a stop.
   * @throws what made it impossible to keep the journal (a full disk); all that was durable stays.
   */
  async run(): Promise<RunSummary> {
    const { campaign } = this;
    await campaign.append("session", {
      pid: process.pid,
      host: hostname(),
      node: process.version,
      assay: assayVersion(),
    });
    const results = await Promise.allSettled(this.#loops.map((loop) => loop.run()));
    const rejected = results.find((result) => result.status === "rejected");
    if (this.#failure ?? rejected) throw this.#failure?.error ?? rejected?.reason;
    await campaign.append("session-end", { reason: this.#ended });
    return { ended: this.#ended, counts: countsOf(campaign.fold) };
  }

  /** Finishes the points that are being measured, then ends. */
  drain(): void {
    if (this.#ended !== "finished") return;
    this.#ended = "drained";
    this.#queue.close();
    for (const loop of this.#loops) loop.drain();
    this.listener({ kind: "draining" });
  }

  /** Kills the workers and ends; points that are not finished are lost. */
  stop(): void {
    this.#ended = "stopped";
    this.#queue.close();
    this.#abort.abort();
  }

  #context(): RunContext {
    const isEnding = () => this.#ended !== "finished" || this.#failure !== null;
    let workers = this.campaign.fold.workersStarted;
    return {
      campaign: this.campaign,
      queue: this.#queue,
      listener: this.listener,
      startWorker: (device, name) => this.#startWorker(device, name),
      nextWorkerName: (device) => `${device}-${(workers += 1)}`,
      get stopping() {
        return isEnding();
      },
      fail: (error) => {
        this.#failure ??= { error };
        this.#queue.close();
        this.#abort.abort();
      },
    };
  }

  #startWorker(device: DeviceSpec, name: string): Promise<Worker> {
    const paths = campaignPaths(this.campaign.directory);
    return Worker.start({
      launch: localLaunch(ortWorkerCommand({ callbacks: device.callbacks }), device.cores),
      device: { name: device.name, threads: deviceThreads(device.cores) },
      scratchDir: paths.scratch,
      logPath: join(paths.logs, `${name}.log`),
      deadlines: this.campaign.plan.policy.deadlines,
      signal: this.#abort.signal,
    });
  }
}
