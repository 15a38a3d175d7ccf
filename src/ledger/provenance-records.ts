import type { Flag } from "../measure/flags.js";
import type { Pins } from "../plan/plan.js";
import type { Facts } from "../provenance/device-identity.js";
import type { GitState } from "../provenance/git-state.js";
import type { SourceClosure } from "../provenance/source-closure.js";

/** The code that workers load. Written once a closure, before anything names it. */
export interface ClosureRecord extends Omit<SourceClosure, "hash"> {
  /** Hash of the fields beside it. */
  readonly closure: string;
}

/** What numbers depend on beside the code. Written once an environment, before the first worker that names it. */
export interface EnvironmentRecord {
  /** Hash of the identity. */
  readonly environment: string;
  readonly identity: Facts;
}

/** The code of one runtime's workers, as a run found it at its start. */
export interface RuntimeClosure {
  readonly runtime: string;
  readonly closure: string;
}

/** What a worker's points were measured with. */
export interface WorkerProvenance {
  readonly closure: string;
  readonly environment: string;
  /** Where and when: host, container, clocks as read, load. */
  readonly moment: Facts;
  /** The repository that holds the callbacks' module; `null`: it is in none. */
  readonly git: GitState | null;
}

/** The full sweeps of one closure in one environment, and what is wrong with them. */
export interface QualifiedSubject extends RuntimeClosure {
  readonly environment: string;
  /** The devices that have both; the first one ran the sweeps. */
  readonly devices: readonly string[];
  /** Keys of the cases, in order; one may stand there several times. */
  readonly cases: readonly string[];
  /** Empty: it passed. */
  readonly faults: readonly string[];
}

/** A qualification is over. It has passed where no subject has a fault. */
export interface QualificationRecord {
  /** `q1`, `q2`, …: its attempts carry it. */
  readonly qualification: string;
  readonly subjects: readonly QualifiedSubject[];
  readonly callbacks: number;
  readonly allowFlags: readonly Flag[];
  /** The sources that were approved, and by whom; `null`: nobody pinned any. */
  readonly approved: Pins["source"] | null;
}

/** A decision that older points count as current until a day. */
export interface AdoptionRecord extends RuntimeClosure {
  /** Those in which the adopted points were measured. */
  readonly environments: readonly string[];
  /** The qualification whose points the old ones agree with. */
  readonly qualification: string;
  readonly reason: string;
  readonly approvedBy: string;
  /** ISO 8601; from then on the points are older again. */
  readonly until: string;
  /** Points that were compared, and the largest relative difference of their medians. */
  readonly compared: number;
  readonly largestDifference: number;
}

/** This campaign takes the place of another. */
export interface SupersedesRecord {
  readonly seal: string;
  /** The other one's folder. */
  readonly campaign: string;
}

/** Another campaign took the place of this one. */
export interface SupersededRecord {
  /** Of the other one: its name, its folder, and the hash of its first record's line, which tells it from every other. */
  readonly name: string;
  readonly campaign: string;
  readonly seal: string;
}
