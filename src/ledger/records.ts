import type { Coordinates } from "../identity/keys.js";
import type { Clock, MeasuredPoint, Memory } from "../protocol/facts.js";
import type { ErrorFacts } from "../protocol/facts.js";
import type { Plan } from "../plan/plan.js";
import type { Failure } from "../worker/failure.js";
import type {
  AdoptionRecord,
  ClosureRecord,
  EnvironmentRecord,
  QualificationRecord,
  RuntimeClosure,
  SupersededRecord,
  SupersedesRecord,
  WorkerProvenance,
} from "./provenance-records.js";

/** The campaign begins: its name and the text of the file that it was planned from. */
export interface CampaignRecord {
  readonly name: string;
  readonly assay: string;
  readonly fileText: string;
}

/** What is to be done from here on; a later plan replaces an earlier one. */
export interface PlanRecord {
  readonly plan: Plan;
}

/** One `run` or `resume`: from its start on, records are this process's. */
export interface SessionRecord {
  readonly pid: number;
  readonly host: string;
  readonly node: string;
  readonly assay: string;
  /** The code of its workers. Journals of old do not name it. */
  readonly closures?: readonly RuntimeClosure[];
}

/** A worker has loaded and can be used. */
export interface WorkerRecord {
  readonly worker: string;
  readonly device: string;
  /** The arm that it works for, else `null`. */
  readonly arm: string | null;
  readonly runtime: string;
  readonly pid: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, string | number | null>>;
  readonly clock: Clock;
  /** Memory after load: the start of every memory figure and budget. */
  readonly memory: Memory;
  /** From its start until it had loaded; later deadlines are learned from it. */
  readonly loadSeconds: number;
  /** The limit of its private memory, where a budget was set. */
  readonly limitBytes: number | null;
  /** Journals of old do not have it. */
  readonly provenance?: WorkerProvenance;
}

/** A worker is no longer there, or could not be started (`failure`). */
export interface WorkerEndRecord {
  readonly worker: string;
  readonly device: string;
  readonly reason: string;
  readonly failure: Failure | null;
}

/** A worker is about to be handed a case. Durable before the worker hears of it. */
export interface AttemptRecord {
  readonly attempt: string;
  readonly case: string;
  /** The arm of a paired experiment, else `null`. */
  readonly arm: string | null;
  readonly worker: string;
  readonly device: string;
  readonly points: number;
  /** The qualification that it belongs to; left out: none. */
  readonly qualification?: string;
}

/** One measured point, raw. Statistics and flags are folded from it, by one rule. */
export interface PointRecord {
  readonly attempt: string;
  readonly case: string;
  readonly arm: string | null;
  readonly coordinates: Coordinates;
  readonly point: MeasuredPoint;
  /** Tokens asked for per local expert and draw, where the achieved ones differ; else `null`. */
  readonly askedTokens: readonly (readonly number[] | null)[] | null;
  /** The row of a foreign callback, whole, by its header. */
  readonly row?: Readonly<Record<string, string>>;
}

/** The collection after a return. */
export interface Reclaim {
  readonly memory: Memory;
  readonly collectedObjects: number | null;
  readonly durationMs: number;
  /** Those of the runtime itself since the attempt began, outside timed parts. */
  readonly automaticCollections: number;
  /** Why the collection failed; what was measured stands. */
  readonly error: ErrorFacts | null;
}

/** An attempt is over. */
export interface OutcomeRecord {
  readonly attempt: string;
  readonly case: string;
  readonly arm: string | null;
  readonly outcome: "passed" | "drained" | "interrupted" | "failed";
  readonly failure: Failure | null;
  /** The point that was being measured when it failed; `null`: none was, or it did not fail. */
  readonly failedAt: Coordinates | null;
  /** Wall time between `run` and the end, as the worker saw it; `null` where it could not say. */
  readonly durationMs: number | null;
  /** Collections that the runtime did by itself until the end, outside timed parts; `null` where it could not say. */
  readonly automaticCollections: number | null;
  readonly memory: { readonly before: Memory; readonly afterReturn: Memory } | null;
  readonly reclaim: Reclaim | null;
}

/** A device is no longer used by this run: its worker died at start, so many times in a row. */
export interface DeviceStoppedRecord {
  readonly device: string;
  readonly tries: number;
  readonly failure: Failure;
}

/** One `run` or `resume` is over. */
export interface SessionEndRecord {
  readonly reason: "finished" | "drained" | "stopped" | "out_of_time" | "too_many_failures";
}

/** Every kind of record, by its name in the journal. */
export interface Records {
  readonly campaign: CampaignRecord;
  readonly plan: PlanRecord;
  readonly session: SessionRecord;
  readonly closure: ClosureRecord;
  readonly environment: EnvironmentRecord;
  readonly worker: WorkerRecord;
  readonly "worker-end": WorkerEndRecord;
  readonly attempt: AttemptRecord;
  readonly point: PointRecord;
  readonly outcome: OutcomeRecord;
  readonly "device-stopped": DeviceStoppedRecord;
  readonly "session-end": SessionEndRecord;
  readonly qualification: QualificationRecord;
  readonly adoption: AdoptionRecord;
  readonly supersedes: SupersedesRecord;
  readonly superseded: SupersededRecord;
}
export type RecordKind = keyof Records;

/** The kinds that this version understands; any other is refused by name. */
export const recordKinds: ReadonlySet<string> = new Set<RecordKind>([
  "campaign",
  "plan",
  "session",
  "closure",
  "environment",
  "worker",
  "worker-end",
  "attempt",
  "point",
  "outcome",
  "device-stopped",
  "session-end",
  "qualification",
  "adoption",
  "supersedes",
  "superseded",
]);
