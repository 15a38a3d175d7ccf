import { expect, test } from "vitest";
import { compareSides } from "../../../src/experiment/comparison.js";
import { experimentResult } from "../../../src/experiment/result.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { type AttemptStory, CampaignHistory, failureOf } from "../../fixtures/campaign-history.js";
import { campaignText, experimentPlan, NEVER, ONCE } from "../../fixtures/experiment-plan.js";

const LATENCIES = { 1: 5, 2: 8 };
const ARMS = [NEVER, ONCE] as const;

/** Both arms measure all cases; the stories change what the second arm does with one of them. */
function history(cases: number, changes: Partial<AttemptStory>[] = []): CampaignHistory {
  const told = new CampaignHistory(experimentPlan(cases)).worker("cpu0-1");
  for (let caseIndex = 0; caseIndex < cases; caseIndex += 1) {
    told.attempt({ caseIndex, arm: NEVER, points: LATENCIES, achievedTokens: [2, 0] });
    told.attempt({ caseIndex, arm: ONCE, points: LATENCIES, achievedTokens: [2, 0], ...changes[caseIndex] });
  }
  return told;
}

function compared({ fold }: CampaignHistory) {
  return compareSides(fold, ARMS, 0.1);
}

test("arms that did the same are equal in everything", () => {
  expect(compared(history(2))).toMatchObject({
    arms: ARMS,
    cases: 2,
    equalKeys: true,
    equalOrder: true,
    equalKernels: true,
    equalRouting: true,
    latency: { verdict: "equivalent", pairs: 4, ratio: 1 },
  });
});

test.each([
  ["another kernel", { kernel: "another" }, { equalKernels: false, equalRouting: true }],
  ["other routing", { achievedTokens: [1, 1] }, { equalRouting: false, equalKernels: true }],
  [
    "points in another order",
    {
      points: [
        [2, 8],
        [1, 5],
      ] as const,
    },
    { equalOrder: false, equalKeys: true },
  ],
  ["a point more", { points: { 1: 5, 2: 8, 4: 11 } }, { equalKeys: false }],
])("%s in one case of one arm is noticed", (_what, change, expected) => {
  expect(compared(history(2, [{}, change]))).toMatchObject(expected);
});

test("twice the latency is different", () => {
  const slower = { points: { 1: 10, 2: 16 } };
  expect(compared(history(2, [slower, slower])).latency).toMatchObject({ verdict: "different", ratio: 2 });
});

test("cases begun in another order are noticed; an arm that was cut short has the order of what it began", () => {
  const told = new CampaignHistory(experimentPlan(3)).worker("cpu0-1");
  for (const caseIndex of [0, 1, 2]) told.attempt({ caseIndex, arm: NEVER, points: LATENCIES });
  for (const caseIndex of [0, 1]) told.attempt({ caseIndex, arm: ONCE, points: LATENCIES });
  expect(compared(told)).toMatchObject({ cases: 2, equalOrder: true });
  const turned = new CampaignHistory(experimentPlan(2)).worker("cpu0-1");
  for (const caseIndex of [0, 1]) turned.attempt({ caseIndex, arm: NEVER, points: LATENCIES });
  for (const caseIndex of [1, 0]) turned.attempt({ caseIndex, arm: ONCE, points: LATENCIES });
  expect(compared(turned)).toMatchObject({ cases: 2, equalOrder: false });
});

test("only cases that both arms completed are compared", () => {
  const failed = { outcome: "failed", failure: failureOf("out_of_memory", "std::bad_alloc") } as const;
  expect(compared(history(3, [{}, failed, { points: { 1: 5 } }]))).toMatchObject({ cases: 1, latency: { pairs: 2 } });
  expect(compared(history(1, [failed]))).toMatchObject({ cases: 0, latency: { verdict: "inconclusive", pairs: 0 } });
});

test("the result tells each callback of each arm: state, failure, memory, verdict, medians", () => {
  const failure = failureOf("out_of_memory", "std::bad_alloc");
  const told = new CampaignHistory(experimentPlan(2))
    .worker("cpu0-1")
    .attempt({ caseIndex: 0, arm: NEVER, points: LATENCIES, memoryMib: [100, 915, null] })
    .attempt({ caseIndex: 0, arm: ONCE, points: LATENCIES, memoryMib: [100, 915, 140] })
    .attempt({ caseIndex: 1, arm: NEVER, outcome: "failed", failure, memoryMib: [915, 915, null] });
  const result = experimentResult(told.fold);
  expect(result?.callbacks.map(({ arm, state, verdict, failure }) => [arm, state, verdict, failure])).toEqual([
    [NEVER, "done", "retained", null],
    [ONCE, "done", "cyclic", null],
    [NEVER, "failed", null, { class: "out_of_memory", message: "std::bad_alloc" }],
    [ONCE, "missing", null, null],
  ]);
  expect(result?.callbacks[0]?.mediansMs).toEqual({ "tokens=1": 5, "tokens=2": 8 });
  expect(result?.callbacks[1]?.memory?.afterReclaim?.privateBytes).toBe(140 * 2 ** 20);
});

/** Two rounds of two cases: the second arm takes `ratios[round][case]` times as long. */
function rounds(ratios: readonly (readonly [number, number])[], changes: Partial<AttemptStory> = {}): CampaignHistory {
  const told = new CampaignHistory(experimentPlan(2, { rounds: ratios.length })).worker("cpu0-1");
  for (const [index, ofRound] of ratios.entries()) {
    for (const [caseIndex, ratio] of ofRound.entries()) {
      const last = index === ratios.length - 1 && caseIndex === 1;
      told.attempt({ caseIndex, arm: `${NEVER} round ${index + 1}`, points: LATENCIES });
      const points = { 1: 5 * ratio, 2: 8 * ratio };
      told.attempt({ caseIndex, arm: `${ONCE} round ${index + 1}`, points, ...(last ? changes : {}) });
    }
  }
  return told;
}

test("over several rounds every case of every round is an observation, and each round is told by itself", () => {
  const result = experimentResult(
    rounds([
      [1.25, 1.25],
      [0.8, 0.8],
    ]).fold,
  );
  expect(result?.arms).toEqual([NEVER, ONCE]);
  const [comparison] = result?.comparisons ?? [];
  expect(comparison).toMatchObject({ arms: ARMS, cases: 4, equalKeys: true, equalOrder: true });
  expect(comparison?.latency).toMatchObject({ cases: 4, pairs: 8, verdict: "inconclusive" });
  expect(comparison?.latency.ratio).toBeCloseTo(1, 12);
  expect(comparison?.rounds.map(({ ratio }) => ratio?.toFixed(2))).toEqual(["1.25", "0.80"]);
});

test("more rounds show what one does not", () => {
  const noisy = [0.95, 1.06] as const;
  expect(compared(rounds([noisy])).latency.verdict).toBe("inconclusive");
  expect(compared(rounds([noisy, noisy, noisy])).latency.verdict).toBe("equivalent");
});

test.each([
  ["another kernel", { kernel: "another" }, { equalKernels: false, equalKeys: true }],
  ["a point more", { points: { 1: 5, 2: 8, 4: 11 } }, { equalKeys: false, equalKernels: true }],
])("%s in the last round alone is noticed", (_what, change, expected) => {
  const same = [1, 1] as const;
  expect(compared(rounds([same, same], change))).toMatchObject(expected);
});

test("cases begun in another order in one round are noticed", () => {
  const told = new CampaignHistory(experimentPlan(2, { rounds: 2 })).worker("cpu0-1");
  for (const caseIndex of [0, 1]) told.attempt({ caseIndex, arm: `${NEVER} round 2`, points: LATENCIES });
  for (const caseIndex of [1, 0]) told.attempt({ caseIndex, arm: `${ONCE} round 2`, points: LATENCIES });
  expect(compared(told)).toMatchObject({ cases: 2, equalOrder: false });
});

test("the callbacks of several rounds are told round by round, each by the name of its arm and as its side", () => {
  const told = rounds([
    [1, 1],
    [1, 1],
  ]);
  const callbacks = experimentResult(told.fold)?.callbacks ?? [];
  expect(callbacks.slice(0, 2).map(({ arm, side, round }) => [arm, side, round])).toEqual([
    [`${NEVER} round 1`, NEVER, 1],
    [`${ONCE} round 1`, ONCE, 1],
  ]);
  expect(callbacks.map(({ round, state }) => [round, state])).toEqual(
    [1, 1, 1, 1, 2, 2, 2, 2].map((round) => [round, "done"]),
  );
});

test("every further arm is compared with the first", () => {
  const plan = experimentPlan(1, { vary: "reclaim=never,after-success,always" });
  const result = experimentResult(new CampaignHistory(plan).fold);
  expect(result?.comparisons.map(({ arms }) => arms)).toEqual([
    [NEVER, ONCE],
    [NEVER, "reclaim=always"],
  ]);
});

test("a campaign without arms has no result", () => {
  expect(experimentResult(new CampaignHistory(planCampaign(campaignText(1), "campaign.yaml")).fold)).toBeNull();
});
