import { keyOf } from "../identity/keys.js";
import { measuredPointSchema } from "../protocol/facts.js";
import { closureOf } from "../provenance/source-closure.js";
import { adoptionCase } from "./adoption.js";
import { countsOf } from "./counts.js";
import type { CampaignFold, Entry } from "./fold.js";
import { hasPassed } from "./provenance-state.js";
import type { AdoptionRecord, ClosureRecord, QualificationRecord, QualifiedSubject } from "./provenance-records.js";
import { qualificationAttempts, qualificationFaults } from "./qualification.js";
import type { AttemptRecord, OutcomeRecord, PointRecord, WorkerRecord } from "./records.js";

/**
 * Looks at the records of a journal one by one, each before it is folded, for what the chain of hashes cannot tell: names
 * that lead nowhere, hashes that are not those of their content, decisions that what was measured does not bear out.
 */
export class Verification {
  readonly findings: string[] = [];

  constructor(private readonly fold: CampaignFold) {}

  /** Looks at the next record; `fold` holds those before it. */
  see(entry: Entry): void {
    for (const finding of this.#look(entry)) this.findings.push(`record ${entry.n}: ${finding}`);
  }

  /** Looks at the whole, once all is folded. */
  end(): void {
    const { planned, done, older, failed, missing } = countsOf(this.fold).points;
    if (planned === done + older + failed + missing) return;
    this.findings.push(
      `of ${planned} planned points ${done} are current, ${older} older, ${failed} failed, ${missing} missing`,
    );
  }

  #look(entry: Entry): string[] {
    switch (entry.kind) {
      case "closure":
        return closureFindings(entry.body);
      case "environment":
        return keyOf(entry.body.identity) === entry.body.environment
          ? []
          : ["an environment's hash is not that of its facts"];
      case "worker":
        return this.#worker(entry.body);
      case "attempt":
        return this.#attempt(entry.body);
      case "point":
        return [...this.#ofAttempt(entry.body), ...pointFindings(entry.body)];
      case "outcome":
        return this.#ofAttempt(entry.body);
      case "qualification":
        return this.#qualification(entry.body);
      case "adoption":
        return this.#adoption(entry.body);
      case "campaign":
      case "plan":
      case "session":
      case "worker-end":
      case "device-stopped":
      case "session-end":
      case "supersedes":
      case "superseded":
        return [];
    }
  }

  #worker({ worker, provenance }: WorkerRecord): string[] {
    if (!provenance) return [];
    const { closures, environments } = this.fold.provenance;
    return [
      ...(closures.has(provenance.closure) ? [] : [`worker ${worker} names a closure that the journal does not have`]),
      ...(environments.has(provenance.environment)
        ? []
        : [`worker ${worker} names an environment that the journal does not have`]),
    ];
  }

  #attempt({ attempt, worker }: AttemptRecord): string[] {
    return this.fold.workers.has(worker)
      ? []
      : [`attempt ${attempt} names the worker ${worker}, which the journal does not have`];
  }

  #ofAttempt({ attempt, case: key, arm }: PointRecord | OutcomeRecord): string[] {
    const known = this.fold.attemptOf(attempt)?.record;
    return known?.case === key && known.arm === arm
      ? []
      : [`it names the attempt ${attempt}, which its case does not have`];
  }

  #qualification(record: QualificationRecord): string[] {
    return record.subjects.flatMap((subject) => [
      ...this.#subjectSources(record, subject),
      ...(hasPassed(record) ? this.#subjectFaults(record, subject) : []),
    ]);
  }

  #subjectFaults({ qualification, allowFlags }: QualificationRecord, { devices, cases }: QualifiedSubject): string[] {
    const faults = qualificationFaults(this.fold, { qualification, allowFlags, cases, device: devices[0] ?? "" });
    return faults.map((fault) => `qualification ${qualification} is recorded as passed, but ${fault}`);
  }

  #subjectSources(
    { qualification }: QualificationRecord,
    { devices, closure, environment }: QualifiedSubject,
  ): string[] {
    const attempts = qualificationAttempts(this.fold, { qualification, device: devices[0] ?? "" });
    const others = attempts.filter(({ record }) => {
      const origin = this.fold.workers.get(record.worker)?.origin;
      return origin?.closure !== closure || origin.environment !== environment;
    });
    return others.map(
      ({ record }) =>
        `qualification ${qualification} claims attempt ${record.attempt}, which had other sources or another environment`,
    );
  }

  #adoption({ closure, environments }: AdoptionRecord): string[] {
    try {
      const found = adoptionCase(this.fold, closure);
      const extra = environments.filter((environment) => !found.environments.includes(environment));
      return [
        ...(found.agreement.agrees
          ? []
          : [`it adopts points of ${closure}, which do not agree with those of the qualification`]),
        ...extra.map((environment) => `it adopts points of an environment of which none was compared (${environment})`),
      ];
    } catch (error) {
      if (error instanceof Error) return [`it adopts points of ${closure}: ${error.message}`];
      throw error;
    }
  }
}

function closureFindings({ closure, ...parts }: ClosureRecord): string[] {
  // The envelope's fields stand beside the record's own.
  const { runtime, files, packages, unseen } = parts;
  return closureOf({ runtime, files, packages, unseen }).hash === closure
    ? []
    : ["a closure's hash is not that of its files"];
}

function pointFindings({ point }: PointRecord): string[] {
  const result = measuredPointSchema.safeParse(point);
  return result.success ? [] : [`it is no measurement: ${result.error.issues[0]?.message}`];
}
