import type { Plan, PlannedCase } from "../plan/plan.js";
import type { AttemptState, CaseState } from "./case-state.js";
import { addMeasured, chooseAgain } from "./measured-points.js";
import { type Origin, originOf, UNKNOWN_ORIGIN } from "./origin.js";
import { PointState } from "./point-state.js";
import { ProvenanceState } from "./provenance-state.js";
import { StoredPoint } from "./stored-point.js";
import type {
  AttemptRecord,
  DeviceStoppedRecord,
  OutcomeRecord,
  PointRecord,
  RecordKind,
  Records,
  SessionRecord,
  WorkerEndRecord,
  WorkerRecord,
} from "./records.js";

/** A worker of the campaign and, once it is over, how it ended. */
export interface WorkerState {
  readonly record: WorkerRecord;
  readonly origin: Origin;
  end: WorkerEndRecord | null;
}

/** One `run` or `resume` of the campaign; `endedBy`: `null` where it was killed or still runs. */
export interface SessionState {
  readonly startedAt: string;
  readonly pid: number;
  readonly host: string;
  endedBy: string | null;
  /** Devices that it gave up. */
  readonly stoppedDevices: DeviceStoppedRecord[];
}

/** A record with its place and time in the journal. */
export type Entry = {
  [Kind in RecordKind]: { readonly n: number; readonly t: string; readonly kind: Kind; readonly body: Records[Kind] };
}[RecordKind];

/** The names of a plan's arms; a plan without arms has the one arm `null`. */
export function armNames(plan: Plan | null): readonly (string | null)[] {
  return plan?.arms?.map(({ name }) => name) ?? [null];
}

const UNKNOWN_CLOCK = { resolutionNs: 0, costNs: 0 };

/** The state of a campaign: a pure fold of its journal, record by record. */
export class CampaignFold {
  name = "";
  startedAt = "";
  lastRecordAt = "";
  plan: Plan | null = null;
  readonly cases = new Map<string, CaseState>();
  readonly workers = new Map<string, WorkerState>();
  /** Workers that could not be started. */
  readonly failedStarts: WorkerEndRecord[] = [];
  readonly sessions: SessionState[] = [];
  /** With what the points were measured, and what of it counts. */
  readonly provenance = new ProvenanceState();
  readonly #attempts = new Map<string, AttemptState>();

  /** Takes the next record. Returns what a record of a point became; `null` where it counts for nothing, or is another. */
  apply(entry: Entry): PointState | null {
    this.startedAt ||= entry.t;
    this.lastRecordAt = entry.t;
    switch (entry.kind) {
      case "campaign":
        this.name = entry.body.name;
        break;
      case "plan":
        this.#replacePlan(entry.body.plan);
        break;
      case "session":
        this.#startSession(entry.body, entry.t);
        break;
      case "device-stopped":
        this.sessions.at(-1)?.stoppedDevices.push(entry.body);
        break;
      case "session-end":
        this.#endSession(entry.body.reason);
        break;
      case "worker":
        this.#startWorker(entry.body);
        break;
      case "worker-end":
        this.#endWorker(entry.body);
        break;
      case "attempt":
        this.#startAttempt(entry.body, entry.t);
        break;
      case "point":
        return this.#addPoint(entry.body);
      case "outcome":
        this.#endAttempt(entry.body);
        break;
      case "closure":
        this.provenance.addClosure(entry.body);
        break;
      case "environment":
        this.provenance.addEnvironment(entry.body);
        break;
      case "qualification":
        this.provenance.addQualification(entry.body);
        this.#chooseAgain();
        break;
      case "adoption":
        this.provenance.addAdoption(entry.body, entry.t);
        this.#chooseAgain();
        break;
      case "supersedes":
        this.provenance.supersedes = entry.body;
        break;
      case "superseded":
        this.provenance.supersededBy.push(entry.body);
        break;
    }
    return null;
  }

  /** Planned cases in the plan's order, arm after arm. */
  planned(): CaseState[] {
    const { plan } = this;
    return armNames(plan).flatMap((arm) => (plan?.cases ?? []).map(({ key }) => this.caseState(key, arm)));
  }

  #replacePlan(plan: Plan): void {
    this.plan = plan;
    for (const state of this.cases.values()) {
      state.dropped = state.planned ?? state.dropped;
      state.planned = null;
    }
    for (const arm of armNames(plan)) {
      for (const planned of plan.cases) Object.assign(this.caseState(planned.key, arm), { planned, dropped: null });
    }
  }

  #startSession({ pid, host, closures }: SessionRecord, startedAt: string): void {
    if (closures) this.provenance.basis.foundSources(closures);
    this.sessions.push({ startedAt, pid, host, endedBy: null, stoppedDevices: [] });
  }

  #endSession(reason: string): void {
    const session = this.sessions.at(-1);
    if (session) session.endedBy = reason;
  }

  #startWorker(record: WorkerRecord): void {
    const origin = originOf(record);
    if (this.provenance.basis.foundWorker(origin)) this.#chooseAgain();
    this.workers.set(record.worker, { record, origin, end: null });
  }

  #endWorker(record: WorkerEndRecord): void {
    const worker = this.workers.get(record.worker);
    if (worker) worker.end = record;
    else this.failedStarts.push(record);
  }

  #startAttempt(record: AttemptRecord, startedAt: string): void {
    const attempt = { startedAt, record, outcome: null, measured: 0, qualified: [] };
    this.#attempts.set(record.attempt, attempt);
    this.caseState(record.case, record.arm).attempts.push(attempt);
  }

  #addPoint(record: PointRecord): PointState | null {
    // What a worker still said after its attempt was closed is not a measurement of that attempt.
    const attempt = this.#attempts.get(record.attempt);
    if (attempt?.outcome) return null;
    if (attempt) attempt.measured += 1;
    const point = this.pointOf(record);
    if (attempt?.record.qualification !== undefined) attempt.qualified.push(point);
    addMeasured(this.caseState(record.case, record.arm), point, this.provenance);
    return point;
  }

  #chooseAgain(): void {
    for (const state of this.cases.values()) chooseAgain(state, this.provenance);
  }

  #endAttempt(record: OutcomeRecord): void {
    const attempt = this.#attempts.get(record.attempt);
    if (attempt) attempt.outcome = record;
  }

  /** A record as a point, with the clock and the origin of the worker that measured it. */
  pointOf(record: PointRecord): PointState {
    const attempt = this.#attempts.get(record.attempt);
    const worker = this.workers.get(attempt?.record.worker ?? "");
    const clock = worker?.record.clock ?? UNKNOWN_CLOCK;
    const origin = worker?.origin ?? UNKNOWN_ORIGIN;
    if (record instanceof StoredPoint) return new PointState(record, clock, origin, record.figures);
    return new PointState(attempt ? compact(record, attempt.record) : record, clock, origin);
  }

  /** The attempt of a name. */
  attemptOf(attempt: string): AttemptState | undefined {
    return this.#attempts.get(attempt);
  }

  /** The worker that ran an attempt. */
  workerOf(attempt: string): WorkerState | undefined {
    return this.workers.get(this.#attempts.get(attempt)?.record.worker ?? "");
  }

  /** All attempts, in the order in which they began. */
  get attempts(): readonly AttemptState[] {
    return [...this.#attempts.values()];
  }

  /** How many workers were started or tried; their names count on from there. */
  get workersStarted(): number {
    return this.workers.size + this.failedStarts.length;
  }

  /** The readable name of a case, planned or not any more; its key where no plan ever had it. */
  nameOf(key: string): string {
    return this.#plannedOnce(key)?.name ?? key;
  }

  /** The weights of a case's layer, in bytes; 0 where no plan ever had it. */
  weightBytesOf(key: string): number {
    return this.#plannedOnce(key)?.weightBytes ?? 0;
  }

  #plannedOnce(key: string): PlannedCase | null {
    const states = [...armNames(this.plan), null].flatMap((arm) => this.cases.get(caseId(key, arm)) ?? []);
    return states.map(({ planned, dropped }) => planned ?? dropped).find((known) => known !== null) ?? null;
  }

  /** Cases that were measured and that the plan no longer has. */
  dropped(): CaseState[] {
    return [...this.cases.values()].filter(({ dropped, points }) => dropped !== null && points.size > 0);
  }

  /** The longest time that a worker took to load; `null` where none has. */
  longestLoadSeconds(): number | null {
    return this.workers.size === 0
      ? null
      : Math.max(...[...this.workers.values()].map(({ record }) => record.loadSeconds));
  }

  /** What is known of a case in an arm; empty where nothing is. */
  caseState(key: string, arm: string | null): CaseState {
    const id = caseId(key, arm);
    const known = this.cases.get(id);
    if (known) return known;
    const state: CaseState = {
      key,
      arm,
      planned: null,
      dropped: null,
      points: new Map(),
      contenders: new Map(),
      attempts: [],
    };
    this.cases.set(id, state);
    return state;
  }
}

function caseId(key: string, arm: string | null): string {
  return arm === null ? key : `${arm} ${key}`;
}

/** A record without the journal's envelope, and with its attempt's own words: a large ledger is kept in memory. */
function compact(
  { arm, coordinates, point, askedTokens }: PointRecord,
  { attempt, case: key }: AttemptRecord,
): PointRecord {
  return { attempt, case: key, arm, coordinates, point, askedTokens };
}
