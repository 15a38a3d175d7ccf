import { expect, test } from "vitest";
import { workerMemories } from "../../../src/ledger/worker-memory.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { memoryText } from "../../../src/view/terminal/memory-text.js";
import { type AttemptStory, CampaignHistory, hostMemory } from "../../fixtures/campaign-history.js";
import { campaignText } from "../../fixtures/experiment-plan.js";

type MemoryMib = NonNullable<AttemptStory["memoryMib"]>;

function textOf(course: readonly MemoryMib[], ended?: string): string {
  const history = new CampaignHistory(planCampaign(campaignText(course.length), "campaign.yaml")).worker("cpu0-1", {
    limitBytes: 2900 * 2 ** 20,
  });
  course.forEach((memoryMib, caseIndex) => history.attempt({ caseIndex, memoryMib }));
  if (ended !== undefined)
    history.add("worker-end", { worker: "cpu0-1", device: "cpu0", reason: ended, failure: null });
  return memoryText(workerMemories(history.fold));
}

test("a worker that grows: a slope, its verdict, and the callback at which memory runs out", () => {
  expect(
    textOf([
      [100, 915, null],
      [915, 1730, null],
      [1730, 2545, null],
    ]),
  ).toBe(
    "memory of cpu0-1 over 3 callbacks: ▁▃▆█ · 100 MiB after load · 3 retained · grows by 815 MiB a callback: out of memory at callback 4\n",
  );
});

test("a worker whose layers the collection releases: a saw-tooth, and no growth in sight", () => {
  expect(
    textOf([
      [100, 915, 140],
      [140, 955, 150],
      [150, 960, 140],
    ]),
  ).toBe("memory of cpu0-1 over 3 callbacks: ▁█▁█▁█▁ · 100 MiB after load · 3 cyclic · no growth in sight\n");
});

test("memory that stays in spite of collections: reachable, why the worker ended, and no word of help", () => {
  const reason = "memory that no collection gives back grew to 1344 MiB, past the limit of 1024 MiB";
  const text = textOf(
    [
      [100, 772, 772],
      [772, 1444, 1444],
    ],
    reason,
  );
  expect(text).toBe(`memory of cpu0-1 over 2 callbacks: ▁▅▅██ · 100 MiB after load · 2 reachable · ended: ${reason}\n`);
  expect(text).not.toMatch(/released|cyclic|helped/);
});

test("verdicts that differ are counted", () => {
  expect(
    textOf([
      [100, 120, 110],
      [110, 925, 120],
      [120, 925, 130],
    ]),
  ).toContain("· 1 released, 2 cyclic ·");
});

test("where the platform does not tell, nothing is made up", () => {
  const plan = planCampaign(campaignText(1), "campaign.yaml");
  const memory = { ...hostMemory(0), rssBytes: null, privateBytes: null };
  const history = new CampaignHistory(plan)
    .worker("cpu0-1", { memory })
    .attempt({ caseIndex: 0, memoryMib: [1, 1, 1] });
  expect(memoryText(workerMemories(history.fold))).toBe("memory of cpu0-1: not available on this platform\n");
});
