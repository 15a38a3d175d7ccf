import { expect, test } from "vitest";
import { type ExperimentRun, poolRuns } from "../../../src/experiment/pool.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { pooledText } from "../../../src/view/terminal/comparison-text.js";
import { CampaignHistory } from "../../fixtures/campaign-history.js";
import { campaignText, experimentPlan, NEVER, ONCE } from "../../fixtures/experiment-plan.js";

interface RunStory {
  readonly day: number;
  /** How many times as long as the first arm the second one took, case by case. */
  readonly ratios: readonly number[];
  readonly vary?: string;
  readonly kernel?: string;
  readonly margin?: number;
}

function runOf({
  day,
  ratios,
  vary = "reclaim=never,after-success",
  kernel = "a",
  margin = 0.1,
}: RunStory): ExperimentRun {
  const told = new CampaignHistory(experimentPlan(2, { vary, margin }), `2026-01-0${day}`).worker("cpu0-1");
  for (const [caseIndex, ratio] of ratios.entries()) {
    told.attempt({ caseIndex, arm: NEVER, points: { 1: 5, 2: 8 }, kernel: "a" });
    told.attempt({ caseIndex, arm: ONCE, points: { 1: 5 * ratio, 2: 8 * ratio }, kernel });
  }
  return { directory: `run-${day}`, fold: told.fold };
}

const noisy = [
  { day: 1, ratios: [1.12, 0.97] },
  { day: 2, ratios: [0.9, 1.04] },
  { day: 3, ratios: [1.02, 0.95] },
  { day: 4, ratios: [1.01, 1.03] },
];

test("runs that show nothing alone may together: each case of each run is one observation", () => {
  const [compared] = poolRuns(noisy.map(runOf));
  expect(compared?.runs.map(({ comparison }) => comparison.latency.verdict)).toContain("inconclusive");
  expect(compared?.pooled).toMatchObject({ arms: [NEVER, ONCE], cases: 8, equalKeys: true, equalKernels: true });
  expect(compared?.pooled.latency).toMatchObject({ verdict: "equivalent", cases: 8, pairs: 16 });
});

test("which arm was named first may change from run to run; the ratio is that of the first run's arms", () => {
  const turned = runOf({ day: 2, ratios: [2, 2], vary: "reclaim=after-success,never" });
  const [compared] = poolRuns([runOf({ day: 1, ratios: [2, 2] }), turned]);
  expect(compared?.pooled.latency.ratio).toBeCloseTo(2, 12);
});

test("what differs in one run differs in all of them together", () => {
  const [compared] = poolRuns([runOf({ day: 1, ratios: [1, 1] }), runOf({ day: 2, ratios: [1, 1], kernel: "b" })]);
  expect(compared?.pooled).toMatchObject({ equalKernels: false, equalRouting: true });
});

test("the text has a line a run and the sum", () => {
  const [compared] = poolRuns([runOf({ day: 1, ratios: [1, 1.02] }), runOf({ day: 2, ratios: [1.01, 1] })]);
  expect(compared && pooledText(compared)).toBe(`run    cases  ratio  latency
run-1      2  1.010  equivalent
run-2      2  1.005  equivalent
reclaim=after-success against reclaim=never, over 4 cases that both completed:
  equal: keys, order, kernels, routing
  latency: equivalent at 10 %: ratio 1.007 (90 % interval 0.996 to 1.019, 8 paired points of 4 cases, effect size 0.78)
`);
});

test("a run named twice, one of other arms or other code, and a campaign without arms are refused by name", () => {
  const first = runOf({ day: 1, ratios: [1, 1] });
  expect(() => poolRuns([first, { ...first, directory: "copy" }])).toThrow("run-1 and copy are one run");
  const other = runOf({ day: 2, ratios: [1], vary: "reclaim=never,after-success,always" });
  expect(() => poolRuns([first, other])).toThrow(
    /run-1 and run-2 are no runs of one experiment: .* arms\.reclaim=always/,
  );
  const wider = runOf({ day: 4, ratios: [1, 1], margin: 0.2 });
  expect(() => poolRuns([first, wider])).toThrow(
    "they differ in experiment.margin (0.1 and 0.2). Leave one of them out",
  );
  const plain = new CampaignHistory(planCampaign(campaignText(1), "campaign.yaml")).fold;
  expect(() => poolRuns([first, { directory: "plain", fold: plain }])).toThrow("plain holds no paired experiment");
  const changed = new CampaignHistory(experimentPlan(2), "2026-01-03").worker("cpu0-1", {
    provenance: { closure: "c".repeat(64), environment: "e".repeat(64), moment: {}, git: null },
  });
  expect(() => poolRuns([first, { directory: "changed", fold: changed.fold }])).toThrow("code and environment");
});
