import { expect, test } from "vitest";
import type { Entry } from "../../../../src/ledger/fold.js";
import type { RecordKind, Records } from "../../../../src/ledger/records.js";
import { DevicesNow } from "../../../../src/view/server/devices-now.js";
import type { DeviceNow } from "../../../../src/view/server/messages.js";
import { CampaignHistory } from "../../../fixtures/campaign-history.js";
import { experimentPlan, NEVER, ONCE } from "../../../fixtures/experiment-plan.js";

const history = new CampaignHistory(experimentPlan(2));
const key = history.plan.cases[0]?.key ?? "";

/** The only device after some records. */
function after(...told: readonly (readonly [RecordKind, Partial<Records[RecordKind]>])[]): DeviceNow | undefined {
  const devices = new DevicesNow();
  for (const [index, [kind, body]] of told.entries()) {
    devices.apply({ n: index, t: `2026-01-01T00:00:0${index}Z`, kind, body: { device: "cpu0", ...body } } as Entry);
  }
  return devices.list(history.fold)[0];
}

const session = ["session", {}] as const;
const worker = ["worker", { worker: "cpu0-1" }] as const;
const attempt = ["attempt", { attempt: "a", case: key, arm: NEVER, worker: "cpu0-1", points: 2 }] as const;
const point = ["point", { attempt: "a" }] as const;
const outcome = ["outcome", { attempt: "a" }] as const;

test("a device without a record has no worker", () => {
  expect(after()).toEqual({ device: "cpu0", worker: null, doing: "without a worker", since: null, attempt: null });
});

test("an attempt is told with its case, the points that it has, and the one that is next", () => {
  expect(after(session, worker, attempt, point)).toMatchObject({
    worker: "cpu0-1",
    doing: "measuring",
    since: "2026-01-01T00:00:02Z",
    attempt: { case: `${NEVER}-${key}`, done: 1, of: 2, next: { tokens: 1 } },
  });
});

test("after an attempt the worker waits; when it ends, nobody is there", () => {
  expect(after(session, worker, attempt, outcome)).toMatchObject({ doing: "between cases", attempt: null });
  const ended = ["worker-end", { worker: "cpu0-1" }] as const;
  expect(after(session, worker, attempt, ended)).toMatchObject({ doing: "without a worker", attempt: null });
});

test("the end of one arm's worker does not end the other's attempt", () => {
  const other = ["attempt", { attempt: "b", case: key, arm: ONCE, worker: "cpu0-2", points: 2 }] as const;
  const ended = ["worker-end", { worker: "cpu0-1" }] as const;
  expect(after(session, worker, attempt, outcome, other, ended)).toMatchObject({
    doing: "measuring",
    worker: "cpu0-2",
  });
});

test("a device that was given up says so, until another run begins", () => {
  const givenUp = ["device-stopped", { tries: 3 }] as const;
  expect(after(session, givenUp)?.doing).toBe("given up");
  expect(after(session, givenUp, session)?.doing).toBe("without a worker");
});
