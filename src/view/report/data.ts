import type { ExperimentResult } from "../../experiment/findings.js";
import type { FailureGroup } from "../../ledger/failure-groups.js";
import type { MemoryForecast } from "../../ledger/memory-forecast.js";
import type { MemoryVerdict } from "../../ledger/memory-verdict.js";
import type { Flag } from "../../measure/flags.js";
import type { Statistics } from "../../measure/statistics.js";
import type { ErrorFacts, Memory, Method } from "../../protocol/facts.js";
import type { ReportCheck } from "./findings.js";
import type { ReportHistory } from "./history.js";
import type { ReportPeaks, ReportWork } from "./roofline.js";
import type { ReportStanding } from "./standing.js";

/** All that the report page shows; it lies in the page as JSON, and `assay report --json` prints it. */
export interface ReportData {
  readonly schema_version: 1;
  readonly campaign: { readonly name: string; readonly startedAt: string; readonly lastRecordAt: string };
  readonly totals: {
    readonly cases: { readonly planned: number; readonly done: number; readonly failed: number; readonly left: number };
    readonly points: { readonly planned: number; readonly done: number; readonly flagged: number };
    /** Time that callbacks ran, as their workers saw it. */
    readonly callbackSeconds: number;
  };
  readonly cases: readonly ReportCase[];
  readonly refusals: readonly {
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
  /** Provenance as labelled facts, grouped: campaign, each worker's environment, device and clock. */
  readonly provenance: readonly {
    readonly title: string;
    readonly facts: readonly (readonly [label: string, value: string])[];
  }[];
  /** Failures that stand, a finding each, the largest first. */
  readonly failureGroups?: readonly ReportFailureGroup[];
  /** Memory of each worker over its callbacks, in the order in which the workers started. */
  readonly memory?: readonly ReportWorkerMemory[];
  /** What a paired experiment found; `null`: the campaign is none. */
  readonly experiment?: ExperimentResult | null;
  /** What a check finds in the points as a table; `null`: none of them may leave the campaign. */
  readonly check?: ReportCheck | null;
  /** What its points may be used for. */
  readonly standing?: ReportStanding;
  /** With what it was measured, and what was decided about it. */
  readonly history?: ReportHistory;
  /** Callbacks that only demonstrate something: their points are never published. */
  readonly demonstrations?: readonly string[];
}

/** Failures of one kind. */
export interface ReportFailureGroup extends FailureGroup {
  /** The command that runs just its cases again. */
  readonly again: string;
}

/** Memory of one worker: one figure a moment, the device's where there is one, else the process's private data. */
export interface ReportWorkerMemory {
  readonly worker: string;
  readonly device: string;
  /** The arm of a paired experiment that it worked for, the same in every round; else `null`. */
  readonly arm: string | null;
  /** After load; `null` where the platform does not tell. */
  readonly startBytes: number | null;
  /** Its budget, else the memory of machine or device; `null` where neither is known. */
  readonly limitBytes: number | null;
  readonly steps: readonly ReportMemoryStep[];
  /** `null` for fewer than three callbacks. */
  readonly forecast: MemoryForecast | null;
  /** Why it is no longer there; `null`: it is, or its run was killed. */
  readonly ended: string | null;
}

/** One callback of a worker. */
export interface ReportMemoryStep {
  readonly attempt: string;
  /** Key of its `ReportCase`. */
  readonly case: string;
  readonly caseName: string;
  readonly weightBytes: number;
  readonly beforeBytes: number | null;
  readonly afterReturnBytes: number | null;
  /** `null`: nothing was collected, or the collection failed. */
  readonly afterReclaimBytes: number | null;
  /** Native layers still alive at its end; `null` where the runtime does not count them. */
  readonly layersAlive: number | null;
  /** It raised: what it left is no verdict on releasing. */
  readonly failed: boolean;
  readonly verdict: MemoryVerdict | null;
  /** How long the collection took, in ms. */
  readonly collectionMs: number | null;
  /** Why the collection failed. */
  readonly collectionFault: string | null;
  /** Collections that the runtime did by itself, outside timed parts. */
  readonly automaticCollections: number | null;
}

/** One case and its sweep. */
export interface ReportCase {
  /** The case's key; in an experiment, the arm in its round and the key. */
  readonly key: string;
  /** The arm of a paired experiment, the same in every round; else `null`. */
  readonly arm?: string | null;
  /** Readable name, e.g. `moe mixtral-8x7b fp32 tp8 balanced`. */
  readonly name: string;
  readonly models: readonly string[];
  readonly op: string;
  readonly device: string | null;
  /** The case itself, for the table of its fields. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly state: "done" | "failed" | "partial" | "missing";
  readonly points: readonly ReportPoint[];
  readonly plannedPoints: number;
  readonly attempts: readonly ReportAttempt[];
  /** What its device can do at most; `null`: not known. */
  readonly peaks?: ReportPeaks | null;
  /** The command that measures what it lacks, tries it again, or measures its flagged points again; `null`: none. */
  readonly again?: string | null;
}

/** One measured point: latencies in ms (`statistics`), raw samples in ns. */
export interface ReportPoint {
  readonly key: string;
  readonly coordinates: Readonly<Record<string, number>>;
  readonly statistics: Statistics;
  readonly flags: readonly Flag[];
  readonly samplesNs: readonly number[];
  /** Present where it was measured with sources or in an environment that do not count any more. */
  readonly standing?: "older";
  readonly kernel: string;
  readonly router: "native" | "precomputed" | null;
  readonly method: Method;
  /** What the layer cannot do without at this point; `null`: not known. */
  readonly work?: ReportWork | null;
  /** Tokens each local expert got; `asked` is present only where it differs. */
  readonly routing: { readonly achieved: readonly number[]; readonly asked?: readonly number[] } | null;
}

/** One run of a case by one worker. */
export interface ReportAttempt {
  readonly attempt: string;
  readonly device: string;
  readonly worker: string;
  readonly startedAt: string;
  readonly outcome: "passed" | "failed" | "drained" | "interrupted" | "unfinished";
  readonly failure: { readonly class: string; readonly error: ErrorFacts | null; readonly lastOutput: string } | null;
  readonly memory: {
    readonly before: Memory;
    readonly afterReturn: Memory;
    readonly afterReclaim: Memory | null;
  } | null;
}
