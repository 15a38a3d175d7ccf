import { expect, test } from "vitest";
import { remainingWork, type WorkItem, WorkQueue } from "../../../src/campaign/work-queue.js";
import { CampaignHistory, failureOf } from "../../fixtures/campaign-history.js";
import { experimentPlan, NEVER, ONCE } from "../../fixtures/experiment-plan.js";

const MIXED = { 1: 5, 2: 6 };

/** `never 0`: arm and number of the case, for each item in order. */
function order(history: CampaignHistory, items: readonly WorkItem[]): string[] {
  const keys = history.plan.cases.map(({ key }) => key);
  return items.map((item) => `${item.arm === NEVER ? "never" : "once"} ${keys.indexOf(item.case.key)}`);
}

test("interleaved: case after case, the arms taking turns in going first, cases in one order in both arms", () => {
  const history = new CampaignHistory(experimentPlan(3));
  expect(order(history, remainingWork(history.fold))).toEqual([
    "never 0",
    "once 0",
    "once 1",
    "never 1",
    "never 2",
    "once 2",
  ]);
});

test("interleaved in rounds: one round after the other, and every arm goes first as often", () => {
  const history = new CampaignHistory(experimentPlan(3, { rounds: 2 }));
  const items = remainingWork(history.fold).map(({ arm }) => arm ?? "");
  const [one, two] = [items.slice(0, 6), items.slice(6)];
  const first = [NEVER, ONCE, ONCE, NEVER, NEVER, ONCE];
  const second = [ONCE, NEVER, NEVER, ONCE, ONCE, NEVER];
  expect([one, two]).toEqual([first.map((arm) => `${arm} round 1`), second.map((arm) => `${arm} round 2`)]);
});

test("what is measured again comes after its arm's other cases, and before the next round", () => {
  const history = new CampaignHistory(experimentPlan(2, { rounds: 2, order: "arm-after-arm" }));
  const queue = new WorkQueue(remainingWork(history.fold));
  const keys = history.plan.cases.map(({ key }) => key);
  const taken: string[] = [];
  for (let item = queue.take("ort"); item; item = queue.take("ort")) {
    taken.push(`${item.arm} ${keys.indexOf(item.case.key)}`);
    const isFirst = taken.length === 1 || taken.length === 5;
    queue.done(item, isFirst ? { ...item, coordinates: item.coordinates.slice(1) } : null);
  }
  expect(taken.slice(0, 6)).toEqual([
    `${NEVER} round 1 0`,
    `${NEVER} round 1 1`,
    `${NEVER} round 1 0`,
    `${ONCE} round 1 0`,
    `${ONCE} round 1 1`,
    `${ONCE} round 1 1`,
  ]);
  expect(taken).toHaveLength(10);
});

test("arm after arm: all cases of the first arm, then all of the second", () => {
  const history = new CampaignHistory(experimentPlan(2, { order: "arm-after-arm" }));
  expect(order(history, remainingWork(history.fold))).toEqual(["never 0", "never 1", "once 0", "once 1"]);
});

test("what is done or has failed in one arm is left to do in the other alone", () => {
  const failure = failureOf("out_of_memory", "");
  const history = new CampaignHistory(experimentPlan(2))
    .worker("cpu0-1")
    .attempt({ caseIndex: 0, arm: NEVER, points: MIXED })
    .attempt({ caseIndex: 1, arm: NEVER, outcome: "failed", failure })
    .attempt({ caseIndex: 1, arm: ONCE, points: { 1: 5 }, outcome: "interrupted" });
  const left = remainingWork(history.fold);
  expect(order(history, left)).toEqual(["once 0", "once 1"]);
  expect(left[1]?.coordinates).toEqual([{ tokens: 2 }]);
});

test("an arm is over when the queue has none of its items; a closed queue hands out nothing", () => {
  const history = new CampaignHistory(experimentPlan(1, { order: "arm-after-arm" }));
  const queue = new WorkQueue(remainingWork(history.fold));
  const first = queue.take("ort");
  expect([first?.arm, queue.has("ort", NEVER), queue.has("ort", ONCE), queue.has("python", ONCE)]).toEqual([
    NEVER,
    false,
    true,
    false,
  ]);
  if (first) queue.putBack(first);
  expect([queue.take("python"), queue.take("ort")]).toEqual([null, first]);
  queue.close();
  expect([queue.take("ort"), queue.has("ort", ONCE)]).toEqual([null, false]);
});
