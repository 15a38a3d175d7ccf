import type { CheckedTable } from "./checked-table.js";
import type { Finding, Severity } from "./finding.js";
import type { UnusableFile } from "../import/read-file.js";
import type { Thresholds } from "./thresholds.js";

/** What a gate sees: every table of the check at once, since tables are compared with each other. */
export interface CheckInput {
  readonly tables: readonly CheckedTable[];
  /** Files that could not be used as tables. */
  readonly unusable: readonly UnusableFile[];
  readonly thresholds: Thresholds;
}

/** One thing that can be wrong with a table, and how it is found. */
export interface Gate {
  readonly name: string;
  readonly severity: Severity;
  /** What it looks for, in one sentence. */
  readonly looksFor: string;
  /** What it needs to say anything, e.g. `the system's peaks`. */
  readonly needs: string;
  /** What to do about a finding. */
  readonly todo: string;
  readonly find: (input: CheckInput) => readonly GateFinding[];
}

/** A finding as its gate makes it. One that says no severity has its gate's. */
export type GateFinding = Omit<Finding, "gate" | "severity"> & { readonly severity?: Severity };
