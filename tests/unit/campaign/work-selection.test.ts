import { expect, test } from "vitest";
import { chooseCases, type Selection, WHAT_IS_LEFT } from "../../../src/campaign/selection.js";
import { remainingWork, type WorkItem, WorkQueue } from "../../../src/campaign/work-queue.js";
import { failureGroups } from "../../../src/ledger/failure-groups.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { CampaignHistory, failureOf } from "../../fixtures/campaign-history.js";
import { campaignText } from "../../fixtures/experiment-plan.js";

const ALL = { 1: 5, 2: 6 };
const failure = failureOf("callback_error", "it broke");

/** Four cases: done, failed with one point, failed after its last, untouched. */
function history(): CampaignHistory {
  return new CampaignHistory(planCampaign(campaignText(4), "campaign.yaml"))
    .worker("cpu0-1")
    .attempt({ caseIndex: 0, points: ALL })
    .attempt({ caseIndex: 1, points: { 1: 5 }, outcome: "failed", failure })
    .attempt({ caseIndex: 2, points: ALL, outcome: "failed", failure });
}

function work({ fold, plan }: CampaignHistory, selection: Partial<Selection> = {}): [number, number[]][] {
  return remainingWork(fold, { ...WHAT_IS_LEFT, ...selection }).map(({ case: planned, coordinates }) => [
    plan.cases.indexOf(planned),
    coordinates.map(({ tokens }) => tokens ?? 0),
  ]);
}

test("what is left: missing points, failed cases aside", () => {
  expect(work(history())).toEqual([[3, [1, 2]]]);
});

test("failed cases come with the points that they lack, or whole where they lack none", () => {
  expect(work(history(), { retryFailed: true })).toEqual([
    [1, [2]],
    [2, [1, 2]],
    [3, [1, 2]],
  ]);
});

test("only: cases by the beginning of their key or by their group, failed or not; done ones have nothing left", () => {
  const campaign = history();
  const { fold, plan } = campaign;
  const [done, failed] = plan.cases.map(({ key }) => key.slice(0, 10));
  expect(work(campaign, { only: chooseCases(fold, plan, [failed ?? "", done ?? ""]) })).toEqual([[1, [2]]]);
  const [group] = failureGroups(fold);
  expect(work(campaign, { only: chooseCases(fold, plan, [group?.id ?? ""]) }).map(([index]) => index)).toEqual([1, 2]);
  expect(() => chooseCases(fold, plan, ["f-12345678"])).toThrow(
    `there is no group of failures f-12345678; there are: ${group?.id}`,
  );
  expect(() => chooseCases(new CampaignHistory(plan).fold, plan, ["f-12345678"])).toThrow("no failures stand");
});

test("remeasure: the points with a flag, in their order", () => {
  const campaign = new CampaignHistory(planCampaign(campaignText(1), "campaign.yaml")).worker("cpu0-1", {
    clock: { name: "coarse", resolutionNs: 58_000, costNs: 1 },
  });
  campaign.attempt({ caseIndex: 0, points: ALL });
  expect(work(campaign, { remeasure: ["below_resolution"] })).toEqual([[0, [1]]]);
  expect(work(campaign, { remeasure: ["noisy"] })).toEqual([]);
});

test("a device that finds nothing waits while another holds what it may give back, and takes it", async () => {
  const campaign = history();
  const queue = new WorkQueue(remainingWork(campaign.fold));
  const item = queue.take("ort");
  const waiting = queue.next("ort");
  const again: WorkItem | null = item && { ...item, failures: ["crashed"] };
  if (item) queue.done(item, again);
  expect(await waiting).toBe(again);
  expect(queue.take("ort", null)).toBe(again);
});

test("it waits no longer when the other is done, or the queue is closed", async () => {
  const campaign = history();
  for (const end of [
    (queue: WorkQueue, item: WorkItem) => queue.done(item, null),
    (queue: WorkQueue) => queue.close(),
  ]) {
    const queue = new WorkQueue(remainingWork(campaign.fold));
    const item = queue.take("ort");
    const waiting = queue.next("ort");
    if (item) end(queue, item);
    expect(await waiting).toBeNull();
  }
});

test("what another runtime's device holds is not waited for", async () => {
  const queue = new WorkQueue(remainingWork(history().fold));
  queue.take("ort");
  expect(await queue.next("python")).toBeNull();
});
