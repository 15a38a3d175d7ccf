import type { OutcomeRecord, PointRecord } from "../ledger/records.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import type { AttemptEnd, Worker } from "../worker/worker.js";
import { policyOf } from "./policy-of.js";
import { askedWhereDifferent } from "./routing-check.js";
import type { RunContext } from "./run-context.js";
import type { WorkItem } from "./work-queue.js";

/** One case about to be measured by one worker. */
export interface Assignment {
  readonly item: WorkItem;
  readonly worker: Worker;
  readonly workerName: string;
  readonly device: DeviceSpec;
}

/** Runs one attempt and journals it: start, points as they come, outcome. */
export async function runAttempt(context: RunContext, assignment: Assignment): Promise<AttemptEnd> {
  const { campaign, listener } = context;
  const { item, worker, device } = assignment;
  const attempt = campaign.nextAttemptId(item.case.key, item.arm);
  const identity = { attempt, case: item.case.key, arm: item.arm };
  const points = item.coordinates.length;
  await campaign.append("attempt", { ...identity, worker: assignment.workerName, device: device.name, points });
  listener({ kind: "attempt-started", device: device.name, case: item.case, arm: item.arm, points });
  const { timing, reclaim } = policyOf(campaign.plan, item.arm);
  const end = await worker.run(
    {
      attempt,
      callback: item.case.case.callback,
      case: { ...item.case.case },
      coordinates: item.coordinates.map((coordinates) => ({ ...coordinates })),
      policy: { timing, reclaim },
    },
    {
      measuring: (coordinates) => listener({ kind: "measuring", device: device.name, coordinates }),
      point: (coordinates, point) => {
        const record: PointRecord = {
          ...identity,
          coordinates,
          point,
          askedTokens: askedWhereDifferent(item.case.case, coordinates, point),
        };
        campaign.append("point", record).then(
          () => listener({ kind: "point", device: device.name, record }),
          context.fail,
        );
      },
    },
  );
  const record = outcomeOf(identity, end);
  const durable = campaign.append("outcome", record);
  durable.then(() => listener({ kind: "attempt-ended", device: device.name, case: item.case, record }), context.fail);
  return end;
}

function outcomeOf(identity: Pick<OutcomeRecord, "attempt" | "case" | "arm">, end: AttemptEnd): OutcomeRecord {
  const last = end.returned ?? end.failed;
  const { reclaimed } = end;
  return {
    ...identity,
    outcome: end.outcome,
    failure: end.failure,
    durationMs: last?.durationMs ?? null,
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
