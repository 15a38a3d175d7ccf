import type { Pins } from "../plan/plan.js";
import { plannedIds } from "./case-state.js";
import type { CampaignFold, WorkerState } from "./fold.js";
import { standingOf } from "./point-standing.js";

/** Whether what a campaign measured may be published, or is a draft, and why. */
export interface Publication {
  readonly state: "final" | "draft";
  /** Why it is a draft; empty: it is final. */
  readonly reasons: readonly string[];
}

export interface PublicationOptions {
  /** The moment at which decisions must be in force; default: now. */
  readonly at?: Date;
  /** Older points are published as well. */
  readonly older?: boolean;
}

/** The gate of publication: a draft unless the sources are pinned, their tree was clean, and a qualification has passed. */
export function publicationOf(
  fold: CampaignFold,
  { at = new Date(), older = false }: PublicationOptions = {},
): Publication {
  const workers = publishedWorkers(fold, at, older);
  const pins = fold.plan?.pins?.source;
  const reasons = [
    ...(pins ? [] : ["its sources are not pinned (`source:` in the campaign file)"]),
    ...qualificationReasons(fold),
    ...(older && workers.some(({ origin }) => !fold.provenance.basis.covers(origin)) ? ["it holds older points"] : []),
    ...workers.flatMap((worker) => workerReasons(fold, worker, pins)),
  ];
  const once = [...new Set(reasons)];
  return { state: once.length === 0 ? "final" : "draft", reasons: once };
}

function qualificationReasons({ provenance }: CampaignFold): string[] {
  if (provenance.qualified === "passed") return [];
  return [provenance.qualified === "failed" ? "its qualification failed" : "no qualification has passed"];
}

/** The workers that measured what is published. */
function publishedWorkers(fold: CampaignFold, at: Date, older: boolean): WorkerState[] {
  const found = new Set<WorkerState>();
  for (const state of fold.planned()) {
    for (const id of plannedIds(state)) {
      const point = state.points.get(id);
      if (!point || (!older && standingOf(point, fold.provenance, at) === "older")) continue;
      const worker = fold.workerOf(point.record.attempt);
      if (worker) found.add(worker);
    }
  }
  return [...found];
}

function workerReasons({ provenance }: CampaignFold, { record }: WorkerState, pins: Pins["source"]): string[] {
  if (!record.provenance) return ["the sources of some points were not recorded"];
  const { closure, git } = record.provenance;
  const unseen = provenance.closures.get(closure)?.unseen ?? [];
  return [
    ...(git?.dirty ? [`points were measured from a tree with changes (${git.changed.slice(0, 3).join(", ")})`] : []),
    ...(unseen.length > 0 ? [`its sources load more than can be seen (${unseen[0]})`] : []),
    ...(isPinned(pins, closure, git?.commit)
      ? []
      : [`points were measured from ${git?.commit.slice(0, 12) ?? "no commit"}, which is not pinned`]),
  ];
}

/** Where nothing is pinned, that alone is said. */
function isPinned(pins: Pins["source"], closure: string, commit = ""): boolean {
  return closure.startsWith(pins?.closure ?? "") && commit.startsWith(pins?.commit ?? "");
}
