import { type Coordinates } from "../identity/keys.js";
import { coordinatesId } from "../ledger/case-state.js";
import type { OutcomeRecord, PointRecord } from "../ledger/records.js";
import { moeRunInputs } from "../ops/moe/run-inputs.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { MeasuredPoint } from "../protocol/facts.js";
import type { AttemptListener } from "../worker/running-attempt.js";
import type { AttemptEnd, Worker } from "../worker/worker.js";
import { AttemptPace } from "./deadlines.js";
import { policyOf } from "./policy-of.js";
import { askedWhereDifferent } from "./routing-check.js";
import type { AttemptContext } from "./run-context.js";
import type { WorkItem } from "./work-queue.js";

/** One case about to be measured by one worker. */
export interface Assignment {
  readonly item: WorkItem;
  readonly worker: Worker;
  readonly workerName: string;
  readonly device: DeviceSpec;
  /** The qualification that it belongs to; left out: none. */
  readonly qualification?: string;
}

/** How an attempt went. */
export interface AttemptResult {
  readonly end: AttemptEnd;
  /** Points of the item that this attempt did not measure. */
  readonly left: readonly Coordinates[];
  /** Resolves when its outcome is durable, and with it all that it measured. */
  readonly durable: Promise<void>;
}

type Identity = Pick<OutcomeRecord, "attempt" | "case" | "arm">;

/** Runs one attempt and journals it: start, points as they come, outcome. */
export async function runAttempt(context: AttemptContext, assignment: Assignment): Promise<AttemptResult> {
  const { campaign, listener } = context;
  const { item, worker, device, workerName, qualification } = assignment;
  const attempt = campaign.nextAttemptId(item.case.key, item.arm);
  const identity = { attempt, case: item.case.key, arm: item.arm };
  const points = item.coordinates.length;
  const within = qualification === undefined ? {} : { qualification };
  await campaign.append("attempt", { ...identity, worker: workerName, device: device.name, points, ...within });
  listener({ kind: "attempt-started", device: device.name, case: item.case, arm: item.arm, points });
  const measured = new Set<string>();
  const pace = new AttemptPace(policyOf(campaign.plan, item.arm), item.case, () => performance.now());
  const ended = worker.run(commandOf(context, item, attempt), {
    deadlines: pace,
    listener: pointsInto(context, assignment, { identity, measured, pace }),
  });
  // A drain that came while the record of the attempt was being synced found nothing to drain.
  if (context.stopping) worker.drain();
  const end = await ended;
  const record = outcomeOf(identity, end);
  const durable = campaign.append("outcome", record);
  durable.then(() => listener({ kind: "attempt-ended", device: device.name, case: item.case, record }), context.fail);
  return { end, left: item.coordinates.filter((place) => !measured.has(coordinatesId(place))), durable };
}

function commandOf({ campaign }: AttemptContext, item: WorkItem, attempt: string) {
  const { timing, reclaim } = policyOf(campaign.plan, item.arm);
  return {
    attempt,
    callback: item.case.case.callback,
    case: { ...item.case.case },
    coordinates: item.coordinates.map((coordinates) => ({ ...coordinates })),
    policy: { timing, reclaim },
    ...inputsOf(item),
  };
}

/** A Python worker decides nothing about where tokens go; the embedded one runs the same code as we do. */
function inputsOf({ case: planned, coordinates }: WorkItem) {
  return planned.case.runtime === "ort" ? {} : { inputs: { ...moeRunInputs(planned.case, coordinates) } };
}

/** What the points of an attempt go into. */
interface PointSinks {
  readonly identity: Identity;
  readonly measured: Set<string>;
  readonly pace: AttemptPace;
}

function pointsInto(
  { campaign, listener, fail }: AttemptContext,
  { item, device }: Assignment,
  { identity, measured, pace }: PointSinks,
): AttemptListener {
  return {
    measuring: (coordinates) => {
      pace.begin();
      listener({ kind: "measuring", device: device.name, coordinates });
    },
    point: (coordinates: Coordinates, point: MeasuredPoint) => {
      pace.done(coordinates);
      measured.add(coordinatesId(coordinates));
      const askedTokens = askedWhereDifferent(item.case.case, coordinates, point);
      const record: PointRecord = { ...identity, coordinates, point, askedTokens };
      campaign.append("point", record).then(() => listener({ kind: "point", device: device.name, record }), fail);
    },
  };
}

function outcomeOf(identity: Identity, end: AttemptEnd): OutcomeRecord {
  const last = end.returned ?? end.failed;
  const { reclaimed } = end;
  return {
    ...identity,
    outcome: end.outcome,
    failure: end.failure,
    failedAt: end.failedAt,
    durationMs: last?.durationMs ?? null,
    automaticCollections: last?.automaticCollections ?? null,
    memory: last && { before: last.before, afterReturn: last.memory },
    reclaim: reclaimed && {
      memory: reclaimed.memory,
      collectedObjects: reclaimed.collectedObjects,
      durationMs: reclaimed.durationMs,
      automaticCollections: reclaimed.automaticCollections,
      error: reclaimed.error,
    },
  };
}
