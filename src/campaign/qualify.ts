import { setMaxListeners } from "node:events";
import { qualificationFaults } from "../ledger/qualification.js";
import type { QualificationRecord, QualifiedSubject } from "../ledger/provenance-records.js";
import type { Flag } from "../measure/flags.js";
import type { PlannedCase, QualificationPolicy } from "../plan/plan.js";
import type { Worker } from "../worker/worker.js";
import { runAttempt } from "./attempt.js";
import { beginSession } from "./begin.js";
import type { Campaign } from "./campaign.js";
import type { DeviceSources } from "./device-sources.js";
import type { RunListener } from "./events.js";
import { qualificationCases } from "./qualification-cases.js";
import { type Candidate, QualificationWorkers } from "./qualification-workers.js";
import type { AttemptContext } from "./run-context.js";
import { RunProvenance } from "./run-provenance.js";

/** That of campaigns planned before there were qualifications. */
const EARLIEST_POLICY: QualificationPolicy = { atStart: false, callbacks: 4, allowFlags: [] };

/** How a qualification is asked for. */
export interface QualifyOptions {
  readonly sources: readonly DeviceSources[];
  /** Flags that pass, beside those of the policy. */
  readonly allowFlags?: readonly Flag[];
}

/**
 * Qualifies the sources of a campaign as they are now: full sweeps of a few cases, one after the other in one fresh
 * worker, for each closure and environment that the campaign's devices have.
 */
export class Qualification {
  readonly #stop = new AbortController();
  readonly #ending = new AbortController();
  readonly #provenance: RunProvenance;
  readonly #workers: QualificationWorkers;
  readonly #policy: QualificationPolicy;
  readonly #id: string;
  #running: Worker | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly campaign: Campaign,
    private readonly listener: RunListener,
    { sources, allowFlags = [] }: QualifyOptions,
  ) {
    const signals = { ending: this.#ending.signal, stop: this.#stop.signal };
    setMaxListeners(0, ...Object.values(signals));
    const policy = campaign.plan.policy.qualification ?? EARLIEST_POLICY;
    this.#policy = { ...policy, allowFlags: [...new Set([...policy.allowFlags, ...allowFlags])] };
    this.#provenance = new RunProvenance(campaign, sources);
    this.#workers = new QualificationWorkers({ campaign, listener, signals, provenance: this.#provenance });
    this.#id = nextId(campaign);
  }

  /**
   * Runs to its end, and records how it went. A worker that does not come up, or finds what is not pinned, ends it before
   * anything is written.
   * @returns `null` where it was ended before
   * @throws WorkerStartFailed, PinBroken, SourcesMoved, or what made it impossible to keep the journal
   */
  async run(): Promise<QualificationRecord | null> {
    const groups = await this.#workers.start();
    await beginSession(this.campaign, this.#provenance);
    const subjects: QualifiedSubject[] = [];
    try {
      for (const group of groups) if (!this.#isEnding) subjects.push(await this.#qualify(group));
    } finally {
      await this.#workers.stopAll();
    }
    if (this.#failure) throw this.#failure.error;
    const record = this.#isEnding ? null : this.#recordOf(subjects);
    if (record) await this.campaign.append("qualification", record);
    const early = this.#stop.signal.aborted ? "stopped" : "drained";
    await this.campaign.append("session-end", { reason: record ? "finished" : early });
    return record;
  }

  /** Finishes the point that is being measured, then ends without a result. */
  drain(): void {
    this.#ending.abort();
    this.#running?.drain();
    this.listener({ kind: "draining" });
  }

  /** Kills the worker and ends without a result. */
  stop(): void {
    this.#ending.abort();
    this.#stop.abort();
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Runs the sweeps on the first of devices that have the same closure and environment. */
  async #qualify([first, ...others]: readonly Candidate[]): Promise<QualifiedSubject> {
    if (!first) throw new Error("a group of devices has one");
    await Promise.all(others.map((other) => this.#workers.stop(other)));
    const { closure } = await this.#workers.record(first);
    const { name: device, runtime } = first.device;
    const planned = qualificationCases(this.campaign.fold, runtime, this.#policy.callbacks);
    await this.#sweep(first, planned);
    await this.#workers.end(first);
    const cases = planned.map(({ key }) => key);
    const run = { qualification: this.#id, allowFlags: this.#policy.allowFlags, device, cases };
    const faults = qualificationFaults(this.campaign.fold, run);
    const devices = [first, ...others].map((candidate) => candidate.device.name);
    return { runtime, closure, environment: first.environment.hash, devices, cases, faults };
  }

  async #sweep({ worker, name, device }: Candidate, cases: readonly PlannedCase[]): Promise<void> {
    this.#running = worker;
    for (const planned of cases) {
      if (this.#isEnding) return;
      const item = { case: planned, arm: null, coordinates: planned.coordinates };
      const assignment = { item, worker, workerName: name, device, qualification: this.#id };
      const { end, durable } = await runAttempt(this.#context(), assignment);
      await durable;
      // One failure decides it.
      if (end.outcome !== "passed") return;
    }
  }

  #context(): AttemptContext {
    const isEnding = () => this.#isEnding;
    return {
      campaign: this.campaign,
      listener: this.listener,
      get stopping() {
        return isEnding();
      },
      fail: (error) => {
        this.#failure ??= { error };
        this.stop();
      },
    };
  }

  #recordOf(subjects: readonly QualifiedSubject[]): QualificationRecord {
    const { callbacks, allowFlags } = this.#policy;
    const approved = this.campaign.plan.pins?.source ?? null;
    return { qualification: this.#id, subjects, callbacks, allowFlags, approved };
  }
}

/** Attempts of a qualification that was killed keep its name: none is used twice. */
function nextId({ fold }: Campaign): string {
  const used = fold.attempts.flatMap(({ record }) => record.qualification ?? []);
  const recorded = fold.provenance.qualifications.map(({ qualification }) => qualification);
  return `q${new Set([...used, ...recorded]).size + 1}`;
}
