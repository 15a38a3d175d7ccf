import { experimentResult } from "../../experiment/result.js";
import { pointKey } from "../../identity/keys.js";
import { callbackMemory } from "../../ledger/callback-memory.js";
import { type AttemptState, type CaseState, progressOf } from "../../ledger/case-state.js";
import { countsOf } from "../../ledger/counts.js";
import type { CampaignFold } from "../../ledger/fold.js";
import type { PointState } from "../../ledger/point-state.js";
import { demonstrationsOf } from "../../ledger/publication.js";
import { workerMemories } from "../../ledger/worker-memory.js";
import type { ReportAttempt, ReportCase, ReportData, ReportPoint } from "./data.js";
import { reportedFailures } from "./failure-data.js";
import { caseId, reportMemory } from "./memory-data.js";
import { provenanceFacts } from "./provenance-facts.js";

/** Folds the campaign in a folder into what its report shows. */
export function reportData(fold: CampaignFold, directory: string): ReportData {
  const states = fold.planned();
  return {
    schema_version: 1,
    campaign: { name: fold.name, startedAt: fold.startedAt, lastRecordAt: fold.lastRecordAt },
    totals: { ...countsOf(fold), timedSeconds: timedSeconds(states) },
    cases: states.map(reportCase),
    refusals: fold.plan?.refusals ?? [],
    provenance: provenanceFacts(fold),
    failureGroups: reportedFailures(fold, directory),
    memory: workerMemories(fold).map(reportMemory),
    experiment: experimentResult(fold),
    demonstrations: demonstrationsOf(fold.plan?.cases ?? []),
  };
}

function timedSeconds(states: readonly CaseState[]): number {
  const points = states.flatMap((state) => [...state.points.values()]);
  return points.reduce((sum, { samplesNs }) => sum + samplesNs.reduce((part, ns) => part + ns, 0), 0) / 1e9;
}

function reportCase(state: CaseState): ReportCase {
  const { planned } = state;
  const points = [...state.points.values()].sort(byCoordinates);
  return {
    key: caseId(state.key, state.arm),
    arm: state.arm,
    name: `${planned?.name ?? state.key}${state.arm === null ? "" : ` [${state.arm}]`}`,
    models: planned?.models ?? [],
    op: planned?.case.op ?? "",
    device: state.attempts.at(-1)?.record.device ?? null,
    fields: { ...planned?.case },
    state: progressOf(state),
    plannedPoints: planned?.coordinates.length ?? 0,
    points: points.map((point) => reportPoint(state.key, point)),
    attempts: state.attempts.map(reportAttempt),
  };
}

function byCoordinates(left: PointState, right: PointState): number {
  const [a, b] = [left, right].map(({ record }) => Object.values(record.coordinates)[0] ?? 0);
  return (a ?? 0) - (b ?? 0);
}

function reportPoint(caseKey: string, { record, statistics, flags, samplesNs }: PointState): ReportPoint {
  const { coordinates, point, askedTokens } = record;
  const achieved = point.series[0]?.achievedTokens ?? null;
  const asked = askedTokens?.[0];
  return {
    key: pointKey(caseKey, coordinates),
    coordinates,
    statistics,
    flags,
    samplesNs,
    kernel: point.kernel,
    router: point.router,
    method: point.method,
    routing: achieved && { achieved, ...(asked ? { asked } : {}) },
  };
}

function reportAttempt({ record, startedAt, outcome }: AttemptState): ReportAttempt {
  return {
    attempt: record.attempt,
    device: record.device,
    worker: record.worker,
    startedAt,
    outcome: outcome?.outcome ?? "unfinished",
    failure: outcome?.failure ?? null,
    memory: outcome && callbackMemory(outcome),
  };
}
