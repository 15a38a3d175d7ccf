import { expect, test } from "vitest";
import { failureGroups } from "../../../src/ledger/failure-groups.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { CampaignHistory, failureOf } from "../../fixtures/campaign-history.js";
import { moeOf } from "../../fixtures/moe-of.js";

const plan = planCampaign(
  `devices: [{name: cpu0, runtime: ort}, {name: cpu1, runtime: ort}]
cases: [{op: moe, models: mixtral-8x7b, dtype: [fp32, int4], tp: [1, 2, 4], tokens: [1, 64, 128]}]
`,
  "campaign.yaml",
);
const numberOf = (key: string) => plan.cases.findIndex((planned) => planned.key === key);
const fp32 = plan.cases.flatMap(({ case: layer }, index) => (moeOf(layer).dtype === "fp32" ? [index] : []));
const outOfMemory = (mib: number) => failureOf("out_of_memory", `Error: tried to allocate ${mib}.00 MiB`);
const broken = failureOf("callback_error", "Error: the kernel is broken");

test("no failures, no groups; a case that passed later is in none", () => {
  const history = new CampaignHistory(plan)
    .attempt({ caseIndex: 0, outcome: "failed", failure: broken })
    .attempt({ caseIndex: 0, points: { 1: 1, 64: 1, 128: 1 } });
  expect(failureGroups(history.fold)).toEqual([]);
});

test("failures of one class and kind are one group, the largest first, with what its members share", () => {
  const history = new CampaignHistory(plan);
  for (const caseIndex of fp32) {
    history.attempt({
      caseIndex,
      points: { 1: 1 },
      outcome: "failed",
      failure: outOfMemory(caseIndex + 10),
      failedAt: { tokens: 64 },
    });
  }
  history.attempt({ caseIndex: fp32.length === 3 ? plan.cases.length - 1 : 0, outcome: "failed", failure: broken });
  const [memory, kernel] = failureGroups(history.fold);
  expect(memory).toMatchObject({
    class: "out_of_memory",
    pattern: "Error: tried to allocate # bytes",
    shared: { dtype: "fp32" },
    sharedBy: 3,
    from: { axis: "tokens", size: 64 },
  });
  expect(memory?.members.map(({ key }) => numberOf(key))).toEqual(fp32);
  expect(kernel?.members).toHaveLength(1);
  expect(kernel?.id).not.toBe(memory?.id);
});

test("a group's name depends on its kind alone", () => {
  const idOf = (mib: number, caseIndex: number) =>
    failureGroups(
      new CampaignHistory(plan).attempt({ caseIndex, outcome: "failed", failure: outOfMemory(mib) }).fold,
    )[0]?.id;
  expect(idOf(1, 0)).toBe(idOf(99, 3));
  expect(idOf(1, 0)).toMatch(/^f-[0-9a-f]{8}$/);
});

test("the same words with another cause are another kind", () => {
  const cause = (message: string) => ({ type: "Error", message, stack: "", cause: null });
  const failed = (message: string) => ({
    ...failureOf("callback_error", "Error: could not build"),
    error: { ...cause("could not build"), cause: cause(message) },
  });
  const history = new CampaignHistory(plan)
    .attempt({ caseIndex: 0, outcome: "failed", failure: failed("no such kernel") })
    .attempt({ caseIndex: 1, outcome: "failed", failure: failed("no such file") });
  expect(failureGroups(history.fold)).toHaveLength(2);
});

test("what all cases have says nothing of the failed ones", () => {
  const history = new CampaignHistory(plan);
  plan.cases.forEach((_, caseIndex) => history.attempt({ caseIndex, outcome: "failed", failure: broken }));
  expect(failureGroups(history.fold)[0]).toMatchObject({ shared: {}, sharedBy: plan.cases.length });
});

test("a device is named where others were on another one", () => {
  const history = new CampaignHistory(plan);
  for (const [caseIndex, device] of [
    [0, "cpu1"],
    [1, "cpu1"],
    [2, "cpu0"],
  ] as const) {
    const key = plan.cases[caseIndex]?.key ?? "";
    const identity = { attempt: `a${caseIndex}`, case: key, arm: null };
    history.add("attempt", { ...identity, worker: "w", device, points: 3 });
    const failure = device === "cpu1" ? broken : null;
    const rest = { failedAt: null, durationMs: 1, automaticCollections: 0, memory: null, reclaim: null };
    history.add("outcome", { ...identity, outcome: failure ? "failed" : "drained", failure, ...rest });
  }
  expect(failureGroups(history.fold)[0]?.shared).toMatchObject({ device: "cpu1" });
});

test("a size is named only where every member failed from it on, and had measured below", () => {
  const failedAt = (tokens: number) => ({ outcome: "failed" as const, failure: broken, failedAt: { tokens } });
  const fromOf = (history: CampaignHistory) => failureGroups(history.fold)[0]?.from;
  const both = new CampaignHistory(plan)
    .attempt({ caseIndex: 0, points: { 1: 1 }, ...failedAt(64) })
    .attempt({ caseIndex: 1, points: { 1: 1, 64: 1 }, ...failedAt(128) });
  expect(fromOf(both)).toBeNull();
  expect(fromOf(new CampaignHistory(plan).attempt({ caseIndex: 0, ...failedAt(1) }))).toBeNull();
  expect(fromOf(new CampaignHistory(plan).attempt({ caseIndex: 0, points: { 1: 1 }, ...failedAt(64) }))).toEqual({
    axis: "tokens",
    size: 64,
  });
});
