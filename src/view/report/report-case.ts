import { pointKey, shortKey } from "../../identity/keys.js";
import { callbackMemory } from "../../ledger/callback-memory.js";
import { type AttemptState, type CaseState, plannedIds, progressOf } from "../../ledger/case-state.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { standingOf } from "../../ledger/point-standing.js";
import type { PointState } from "../../ledger/point-state.js";
import type { Plan } from "../../plan/plan.js";
import { sideNamed } from "../../plan/rounds.js";
import { resumeCommand } from "../terminal/resume-command.js";
import type { ReportAttempt, ReportCase, ReportPoint } from "./data.js";
import { caseId } from "./memory-data.js";
import { type CaseSummary, listedFields, pointSummary } from "./overview.js";
import { peaksOf, workOf } from "./roofline.js";

type IsOlder = (point: PointState) => boolean;

/** Tells the points of a campaign that are older now. */
export function olderPoints({ provenance }: CampaignFold, at = new Date()): IsOlder {
  return (point) => standingOf(point, provenance, at) === "older";
}

/** What a case is shown with. */
export interface CaseContext {
  readonly fold: CampaignFold;
  /** The campaign's folder, for the commands. */
  readonly directory: string;
  readonly isOlder: IsOlder;
}

/** A case with its whole sweep and all its attempts. */
export function reportCase(state: CaseState, { fold, directory, isOlder }: CaseContext): ReportCase {
  const layer = state.planned?.case;
  const points = inOrder(state);
  const worker = fold.workerOf(points.at(-1)?.record.attempt ?? "");
  return {
    ...caseHead(state, fold.plan),
    peaks: layer ? peaksOf(layer, worker) : null,
    again: againCommand(state, directory, points.some(isOlder)),
    fields: { ...layer },
    points: points.map((point) => ({
      ...reportPoint(state, point),
      ...(isOlder(point) ? { standing: "older" as const } : {}),
    })),
    attempts: state.attempts.map(reportAttempt),
  };
}

/** Measures what a case lacks, tries it again, or measures its flagged and older points again; `null`: nothing is to do. */
function againCommand(state: CaseState, directory: string, hasOlder: boolean): string | null {
  const flags = new Set<string>([...state.points.values()].flatMap((point) => point.flags));
  if (hasOlder) flags.add("older");
  const isDone = progressOf(state) === "done";
  if (isDone && flags.size === 0) return null;
  const remeasure = isDone ? ["--remeasure", ...flags] : [];
  return resumeCommand(directory, "--only", shortKey(state.key), ...remeasure);
}

/** A case as lists and curves show it. */
export function summariseCase(state: CaseState, { fold, isOlder }: Omit<CaseContext, "directory">): CaseSummary {
  const points = inOrder(state).map((point) => {
    const { record, statistics, flags } = point;
    const standing = isOlder(point) ? { standing: "older" as const } : {};
    return pointSummary({ coordinates: record.coordinates, statistics, flags, ...standing });
  });
  return { ...caseHead(state, fold.plan), ...listedFields({ ...state.planned?.case }), points };
}

function caseHead(state: CaseState, plan: Plan | null) {
  const { planned } = state;
  return {
    key: caseId(state.key, state.arm),
    arm: sideNamed(plan, state.arm),
    name: `${planned?.name ?? state.key}${state.arm === null ? "" : ` [${state.arm}]`}`,
    models: planned?.models ?? [],
    op: planned?.case.op ?? "",
    device: state.attempts.at(-1)?.record.device ?? null,
    state: progressOf(state),
    plannedPoints: plannedIds(state).length,
  };
}

function inOrder({ points }: CaseState): PointState[] {
  return [...points.values()].sort(byCoordinates);
}

function byCoordinates(left: PointState, right: PointState): number {
  const [a, b] = [left, right].map(({ record }) => Object.values(record.coordinates)[0] ?? 0);
  return (a ?? 0) - (b ?? 0);
}

function reportPoint({ key, planned }: CaseState, { record, statistics, flags, samplesNs }: PointState): ReportPoint {
  const { coordinates, point, askedTokens } = record;
  const achieved = point.series[0]?.achievedTokens ?? null;
  const asked = askedTokens?.[0];
  return {
    key: pointKey(key, coordinates),
    coordinates,
    statistics,
    flags,
    samplesNs,
    kernel: point.kernel,
    router: point.router,
    method: point.method,
    work: planned && workOf(planned.case, point),
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
