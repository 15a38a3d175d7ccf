import { Basis } from "./basis.js";
import type { Origin } from "./origin.js";
import type {
  AdoptionRecord,
  ClosureRecord,
  EnvironmentRecord,
  QualificationRecord,
  QualifiedSubject,
  SupersededRecord,
  SupersedesRecord,
} from "./provenance-records.js";

/** A decision about older points, and when it was written. */
export interface AdoptionState {
  readonly decidedAt: string;
  readonly record: AdoptionRecord;
  /** A later qualification took the place of the one that the points were compared with. */
  isOutdated: boolean;
}

/** Whether a closure's points may be trusted, as far as qualifications tell. */
export type QualificationState = "pending" | "passed" | "failed";

/** What a campaign's journal says of the code and the environments of its points. */
export class ProvenanceState {
  readonly basis = new Basis();
  readonly closures = new Map<string, ClosureRecord>();
  readonly environments = new Map<string, EnvironmentRecord>();
  readonly qualifications: QualificationRecord[] = [];
  readonly adoptions: AdoptionState[] = [];
  /** The campaign whose place this one takes. */
  supersedes: SupersedesRecord | null = null;
  /** Campaigns that took the place of this one. */
  readonly supersededBy: SupersededRecord[] = [];

  addClosure(record: ClosureRecord): void {
    this.closures.set(record.closure, record);
  }

  addEnvironment(record: EnvironmentRecord): void {
    this.environments.set(record.environment, record);
  }

  /** Notes a qualification; one that passed moves the basis. */
  addQualification(record: QualificationRecord): void {
    this.qualifications.push(record);
    if (!hasPassed(record)) return;
    this.basis.qualify(record);
    const runtimes = new Set(record.subjects.map(({ runtime }) => runtime));
    for (const adoption of this.adoptions) if (runtimes.has(adoption.record.runtime)) adoption.isOutdated = true;
  }

  addAdoption(record: AdoptionRecord, decidedAt: string): void {
    this.adoptions.push({ decidedAt, record, isOutdated: false });
  }

  /** The latest decision that adopts the points of an origin, whether it has expired or not; `null`: none does. */
  adoptionOf({ runtime, closure, environment }: Origin): AdoptionState | null {
    const adopts = ({ record, isOutdated }: AdoptionState) =>
      !isOutdated &&
      record.runtime === runtime &&
      record.closure === closure &&
      environment !== null &&
      record.environments.includes(environment);
    return this.adoptions.findLast(adopts) ?? null;
  }

  /** How the latest qualification of what counts now went. */
  get qualified(): QualificationState {
    return this.qualificationOf((subject) => this.basis.covers(subject));
  }

  /** How the latest qualification of such a subject went. */
  qualificationOf(matches: (subject: QualifiedSubject) => boolean): QualificationState {
    const latest = this.qualifications.findLast(({ subjects }) => subjects.some(matches));
    if (!latest) return "pending";
    return hasPassed(latest) ? "passed" : "failed";
  }
}

/** Whether a qualification has passed. */
export function hasPassed({ subjects }: Pick<QualificationRecord, "subjects">): boolean {
  return subjects.length > 0 && subjects.every(({ faults }) => faults.length === 0);
}
