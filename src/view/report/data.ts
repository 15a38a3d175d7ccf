import type { Flag } from "../../measure/flags.js";
import type { Statistics } from "../../measure/statistics.js";
import type { ErrorFacts, Memory, Method } from "../../protocol/facts.js";

/** All that the report page shows; it lies in the page as JSON, and `assay report --json` prints it. */
export interface ReportData {
  readonly schema_version: 1;
  readonly campaign: { readonly name: string; readonly startedAt: string; readonly lastRecordAt: string };
  readonly totals: {
    readonly cases: { readonly planned: number; readonly done: number; readonly failed: number; readonly left: number };
    readonly points: { readonly planned: number; readonly done: number; readonly flagged: number };
    /** Sum of all timed samples. */
    readonly timedSeconds: number;
  };
  readonly cases: readonly ReportCase[];
  readonly refusals: readonly { readonly reason: string; readonly count: number; readonly examples: readonly string[] }[];
  /** Provenance as labelled facts, grouped: campaign, each worker's environment, device and clock. */
  readonly provenance: readonly { readonly title: string; readonly facts: readonly (readonly [label: string, value: string])[] }[];
}

/** One case and its sweep. */
export interface ReportCase {
  readonly key: string;
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
}

/** One measured point: latencies in ms (`statistics`), raw samples in ns. */
export interface ReportPoint {
  readonly key: string;
  readonly coordinates: Readonly<Record<string, number>>;
  readonly statistics: Statistics;
  readonly flags: readonly Flag[];
  readonly samplesNs: readonly number[];
  readonly kernel: string;
  readonly router: "native" | "precomputed" | null;
  readonly method: Method;
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
  readonly memory: { readonly before: Memory; readonly afterReturn: Memory; readonly afterReclaim: Memory | null } | null;
}
