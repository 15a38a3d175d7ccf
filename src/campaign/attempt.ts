import { type Coordinates } from "../identity/keys.js";
import { coordinatesId } from "../ledger/case-state.js";
import type { OutcomeRecord, PointRecord } from "../ledger/records.js";
import { type CsvRow, readRow, type RowPoint } from "../ops/foreign/row.js";
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
  // Nothing else says when the first row of a callback began.
  pace.begin();
  const ended = worker.run(commandOf(context, assignment, attempt), {
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

function commandOf({ campaign }: AttemptContext, { item, device }: Assignment, attempt: string) {
  const { timing, reclaim } = policyOf(campaign.plan, item.arm);
  return {
    attempt,
    callback: item.case.case.callback,
    case: { ...item.case.case },
    coordinates: item.coordinates.map((coordinates) => ({ ...coordinates })),
    policy: { timing, reclaim },
    ...inputsOf(item, device),
  };
}

/** A Python worker decides nothing about where tokens go; the embedded one runs the same code as we do. */
function inputsOf({ case: { case: layer }, coordinates }: WorkItem, { kind }: DeviceSpec) {
  if (layer.op === "foreign") return { inputs: { device: kind === "gpu" ? "cuda:0" : "cpu" } };
  return layer.runtime === "ort" ? {} : { inputs: { ...moeRunInputs(layer, coordinates) } };
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
    row: (row) => {
      const found = item.case.rows ? readRow(row, item.case.rows) : null;
      if (!found) return null;
      const { coordinates } = found;
      pace.done(coordinates);
      pace.begin();
      const record: PointRecord = { ...identity, coordinates, ...rowFacts(row, found) };
      campaign.append("point", record).then(() => listener({ kind: "point", device: device.name, record }), fail);
      return coordinates;
    },
  };
}

/** What a row tells as a point; how it was timed, the collector alone knows. */
function rowFacts(
  { columns, cells }: CsvRow,
  { latencyNs, kernel }: RowPoint,
): Omit<PointRecord, keyof Identity | "coordinates"> {
  const samples = { warmupNs: [], samplesNs: [latencyNs], collectedDuring: [] };
  return {
    point: {
      series: [{ draw: 0, ...samples, achievedTokens: null }],
      method: { clock: "collector", cache: "unknown", iterationsPerSample: 1 },
      kernel: kernel ?? "unknown",
      router: null,
    },
    askedTokens: null,
    row: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])),
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
