import { expect, test } from "vitest";
import { experimentResult } from "../../../src/experiment/result.js";
import { experimentText } from "../../../src/view/terminal/experiment-text.js";
import { CampaignHistory, failureOf } from "../../fixtures/campaign-history.js";
import { experimentPlan, NEVER, ONCE } from "../../fixtures/experiment-plan.js";

function textOf({ fold }: CampaignHistory): string {
  const result = experimentResult(fold);
  return result ? experimentText(result) : "";
}

test("an experiment for people: a line a callback and arm, failures in the runtime's words, what is equal, the latency", () => {
  const failure = failureOf("out_of_memory", "Error: std::bad_alloc\n    at somewhere");
  const history = new CampaignHistory(experimentPlan(2))
    .worker("cpu0-1")
    .attempt({ caseIndex: 0, arm: NEVER, points: { 1: 5, 2: 8 }, memoryMib: [100, 915, null] })
    .attempt({ caseIndex: 0, arm: ONCE, points: { 1: 5.1, 2: 8 }, memoryMib: [100, 915, 140] })
    .attempt({ caseIndex: 1, arm: NEVER, outcome: "failed", failure, memoryMib: [915, 915, null] })
    .attempt({ caseIndex: 1, arm: ONCE, points: { 1: 5, 2: 8 }, memoryMib: [140, 955, 140] });
  expect(textOf(history))
    .toBe(`callback  arm                    outcome         before  after return  after collection  verdict
       1  reclaim=never          done           100 MiB       915 MiB                 –  retained
       2  reclaim=never          out_of_memory  915 MiB       915 MiB                 –
       1  reclaim=after-success  done           100 MiB       915 MiB           140 MiB  cyclic
       2  reclaim=after-success  done           140 MiB       955 MiB           140 MiB  cyclic
reclaim=never: moe mixtral-8x7b fp32 tp8 power_law_1.2 draws1: out_of_memory: Error: std::bad_alloc
reclaim=after-success against reclaim=never, over 1 case that both completed:
  equal: keys, order, kernels, routing
  latency: inconclusive at 10 %: ratio 1.010 (2 paired points of 1 case: an interval takes two)
`);
});

test("the latency of several cases is told with its interval", () => {
  const history = new CampaignHistory(experimentPlan(2)).worker("cpu0-1");
  for (const caseIndex of [0, 1]) {
    history
      .attempt({ caseIndex, arm: NEVER, points: { 1: 5, 2: 8 } })
      .attempt({ caseIndex, arm: ONCE, points: { 1: 5 + caseIndex / 50, 2: 8 } });
  }
  expect(textOf(history)).toContain(
    "  latency: equivalent at 10 %: ratio 1.001 (90 % interval 0.995 to 1.007, 4 paired points of 2 cases, effect size 0.71)\n",
  );
});

test("several rounds are told together where callbacks are, then each by itself where latency is", () => {
  const history = new CampaignHistory(experimentPlan(2, { rounds: 2 })).worker("cpu0-1");
  const failed = { outcome: "failed", failure: failureOf("out_of_memory", "Error: std::bad_alloc") } as const;
  for (const round of [1, 2]) {
    for (const caseIndex of [0, 1]) {
      const [never, once] = [`${NEVER} round ${round}`, `${ONCE} round ${round}`];
      const memoryMib = [100, 914 + round, 140] as const;
      history.attempt({ caseIndex, arm: never, points: { 1: 5, 2: 8 }, memoryMib: [100, 1000 * round, null] });
      history.attempt({ caseIndex, arm: once, points: { 1: 5 + caseIndex / 50, 2: 8 }, memoryMib });
    }
  }
  const text = textOf(history);
  expect(text)
    .toContain(`callback  arm                    outcome   before          after return  after collection  verdict
       1  reclaim=never          done     100 MiB  1000 MiB to 1.95 GiB                 –  retained
       2  reclaim=never          done     100 MiB  1000 MiB to 1.95 GiB                 –  retained
       1  reclaim=after-success  done     100 MiB        915 to 916 MiB           140 MiB  cyclic
`);
  history.attempt({ caseIndex: 1, arm: `${NEVER} round 2`, ...failed, memoryMib: [100, 100, null] });
  expect(textOf(history)).toContain("       2  reclaim=never          done 1, out_of_memory 1  100 MiB");
  expect(text).toContain(`round  cases  ratio  latency
    1      2  1.001  equivalent
    2      2  1.001  equivalent
reclaim=after-success against reclaim=never, over 4 cases in 2 rounds that both completed:
  equal: keys, order, kernels, routing
  latency: equivalent at 10 %: ratio 1.001 (90 % interval `);
});

test("what is not equal stands out", () => {
  const history = new CampaignHistory(experimentPlan(1))
    .worker("cpu0-1")
    .attempt({ caseIndex: 0, arm: NEVER, points: { 1: 5, 2: 8 } })
    .attempt({ caseIndex: 0, arm: ONCE, points: { 1: 5, 2: 8 }, kernel: "another" });
  expect(textOf(history)).toContain("  equal: keys, order, routing; DIFFERENT: kernels\n");
});

test("where no case was completed in both arms nothing is said to be equal", () => {
  const text = textOf(new CampaignHistory(experimentPlan(1)));
  expect(text).toContain(
    "reclaim=after-success against reclaim=never: no case that both completed, so nothing is compared\n",
  );
  expect(text).not.toContain("equal:");
});
