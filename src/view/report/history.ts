import { shortKey } from "../../identity/keys.js";
import type { AttemptState } from "../../ledger/case-state.js";
import type { CampaignFold } from "../../ledger/fold.js";
import type { Origin } from "../../ledger/origin.js";
import { isInForce } from "../../ledger/point-standing.js";
import { hasPassed, type QualificationState } from "../../ledger/provenance-state.js";
import type { QualificationRecord } from "../../ledger/provenance-records.js";
import { countText } from "../quantities.js";

/** With what a campaign was measured, and what was decided about it, in the order of time. */
export interface ReportHistory {
  readonly spans: readonly HistorySpan[];
  readonly decisions: readonly HistoryDecision[];
}

/** A time in which a device measured with one closure in one environment. */
export interface HistorySpan {
  readonly device: string;
  readonly runtime: string;
  /** First digits of their hashes; `null`: not recorded. */
  readonly closure: string | null;
  readonly environment: string | null;
  readonly from: string;
  readonly to: string;
  readonly attempts: number;
  readonly points: number;
  readonly standing: "counts" | "adopted" | "older";
  /** How the closure's latest qualification went. */
  readonly qualification: QualificationState;
}

/** Something that somebody did or decided. */
export interface HistoryDecision {
  /** `null`: the journal does not say when. */
  readonly at: string | null;
  readonly kind: "session" | "qualification" | "adoption" | "supersession";
  readonly says: string;
  readonly by: string | null;
}

/** The history of a campaign, as it stands at a moment. */
export function reportHistory(fold: CampaignFold, at = new Date()): ReportHistory {
  const decisions = [...sessions(fold), ...qualifications(fold), ...adoptions(fold, at), ...supersessions(fold)];
  return { spans: spansOf(fold, at), decisions: decisions.sort((one, other) => compared(one.at, other.at)) };
}

function compared(one: string | null, other: string | null): number {
  return (one ?? "~") < (other ?? "~") ? -1 : 1;
}

/** Attempts of one device that follow each other with one origin. */
interface Run {
  readonly device: string;
  readonly origin: Origin;
  readonly attempts: AttemptState[];
}

function spansOf(fold: CampaignFold, at: Date): HistorySpan[] {
  const runs: Run[] = [];
  const lastOf = new Map<string, Run>();
  for (const attempt of fold.attempts) {
    const { device, worker } = attempt.record;
    const origin = fold.workers.get(worker)?.origin;
    if (!origin) continue;
    const last = lastOf.get(device);
    if (last?.origin.id === origin.id) {
      last.attempts.push(attempt);
      continue;
    }
    const run = { device, origin, attempts: [attempt] };
    runs.push(run);
    lastOf.set(device, run);
  }
  return runs.map((run) => spanOf(fold, run, at));
}

function spanOf({ provenance }: CampaignFold, { device, origin, attempts }: Run, at: Date): HistorySpan {
  const adoption = provenance.adoptionOf(origin);
  const isAdopted = adoption !== null && isInForce(adoption, at);
  const last = attempts.at(-1);
  return {
    device,
    runtime: origin.runtime,
    closure: origin.closure && shortKey(origin.closure),
    environment: origin.environment && shortKey(origin.environment),
    from: attempts[0]?.startedAt ?? "",
    to: later(last?.startedAt ?? "", last?.outcome?.durationMs ?? 0),
    attempts: attempts.length,
    points: attempts.reduce((sum, { measured }) => sum + measured, 0),
    standing: provenance.basis.covers(origin) ? "counts" : isAdopted ? "adopted" : "older",
    qualification: provenance.qualificationOf(({ closure }) => closure === origin.closure),
  };
}

/** A moment so many ms later; where it is none that can be read, as it stands. */
function later(iso: string, ms: number): string {
  const time = Date.parse(iso) + ms;
  return Number.isNaN(time) ? iso : new Date(time).toISOString();
}

function sessions({ sessions: all }: CampaignFold): HistoryDecision[] {
  return all.map(({ startedAt, host, pid, endedBy }) => ({
    at: startedAt,
    kind: "session",
    says: `a run began, ${endedBy === null ? "and no record says that it ended" : `and ended: ${endedBy.replaceAll("_", " ")}`}`,
    by: `process ${pid} on ${host}`,
  }));
}

function qualifications(fold: CampaignFold): HistoryDecision[] {
  const attempts = fold.attempts;
  return fold.provenance.qualifications.map((record) => ({
    at: attempts.findLast((attempt) => attempt.record.qualification === record.qualification)?.startedAt ?? null,
    kind: "qualification",
    says: qualificationText(record),
    by: record.approved?.approvedBy ?? null,
  }));
}

function qualificationText(record: QualificationRecord): string {
  const { qualification, subjects, callbacks } = record;
  const closures = [...new Set(subjects.map(({ closure }) => shortKey(closure)))].join(", ");
  const faults = subjects.flatMap((subject) => subject.faults);
  const result = hasPassed(record) ? "passed" : `failed: ${faults.join("; ")}`;
  return `${qualification} of ${closures}, ${countText(callbacks, "callback")} each: ${result}`;
}

function adoptions({ provenance }: CampaignFold, at: Date): HistoryDecision[] {
  return provenance.adoptions.map((adoption) => {
    const { closure, until, reason } = adoption.record;
    const force = adoption.isOutdated ? "outdated by a later qualification" : isInForce(adoption, at) ? "" : "expired";
    const says = `points of ${shortKey(closure)} adopted until ${until}: ${reason}${force === "" ? "" : ` (${force})`}`;
    return { at: adoption.decidedAt, kind: "adoption", says, by: adoption.record.approvedBy };
  });
}

function supersessions({ provenance: { supersedes, supersededBy } }: CampaignFold): HistoryDecision[] {
  const says = [
    ...(supersedes ? [`takes the place of ${supersedes.campaign}, seal ${shortKey(supersedes.seal)}`] : []),
    ...supersededBy.map(({ name, campaign }) => `${name} (${campaign}) took its place`),
  ];
  return says.map((text) => ({ at: null, kind: "supersession", says: text, by: null }));
}
