import { expect, test } from "vitest";
import { qualificationFaults } from "../../../src/ledger/qualification.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { campaignText } from "../../fixtures/experiment-plan.js";
import { closureNamed, ProvenanceHistory, type SweepStory } from "../../fixtures/provenance-history.js";

const plan = planCampaign(campaignText(4), "campaign.yaml");
const names = plan.cases.map(({ name }) => name);
const points = { 1: [1, 1, 1], 2: [1, 1, 1] };
const NOISY = [1, 1, 1, 11, 1, 1, 1, 30, 1, 1];

/** The faults of a qualification of four sweeps, of which some went otherwise. */
function faultsWith(
  changes: Readonly<Record<number, Partial<SweepStory> | null>>,
  allowFlags: readonly "noisy"[] = [],
): string[] {
  const history = new ProvenanceHistory(plan)
    .session(closureNamed("A"))
    .worker({ worker: "w1", closure: "A" })
    .worker({ worker: "w2", closure: "A" });
  for (const caseIndex of plan.cases.keys()) {
    const change = changes[caseIndex];
    if (change !== null) history.attempt({ worker: "w1", caseIndex, points, qualification: "q1", ...change });
  }
  const cases = plan.cases.map(({ key }) => key);
  return qualificationFaults(history.fold, { qualification: "q1", device: "cpu0", cases, allowFlags });
}

test("four full sweeps that completed, released their layers and have no flag", () => {
  expect(faultsWith({})).toEqual([]);
  expect(faultsWith({ 0: { memoryMib: [100, 772, 110] } })).toEqual([]);
});

test.each<[string, number, Partial<SweepStory> | null, string]>([
  ["one did not run", 3, null, "did not run"],
  ["one was killed", 3, { outcome: null }, "did not end"],
  ["one failed", 3, { outcome: "failed" }, "failed"],
  ["one was drained", 3, { outcome: "drained" }, "drained"],
  ["one lacks a point", 2, { points: { 1: [1, 1, 1] } }, "measured 1 of 2 points"],
  [
    "a layer stayed in spite of the collection",
    1,
    { memoryMib: [100, 772, 772] },
    "did not release its layer: reachable",
  ],
  ["a point is flagged", 1, { points: { ...points, 2: NOISY } }, "is flagged at tokens=2 noisy"],
])("fails where %s", (_what, index, change, fault) => {
  const faults = faultsWith({ [index]: change });
  expect(faults).toEqual([`callback ${index + 1} of 4 (${names[index]}) ${fault}`]);
});

test("a flag that is allowed passes", () => {
  expect(faultsWith({ 1: { points: { ...points, 2: NOISY } } }, ["noisy"])).toEqual([]);
});

test("sweeps in several workers are no row of callbacks", () => {
  expect(faultsWith({ 3: { worker: "w2" } })).toEqual([
    "it took 2 workers, and the sweeps of one must follow one another",
  ]);
});

test("a layer too small to be judged by memory is judged by the count of layers alive", () => {
  const small = planCampaign(
    "devices: [{name: cpu0, runtime: ort}]\ncases: [{op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: 64, tokens: [1, 2]}]\n",
    "c.yaml",
  );
  const faults = (layersAlive: number) => {
    const history = new ProvenanceHistory(small).session(closureNamed("A")).worker({ worker: "w1", closure: "A" });
    history.attempt({ worker: "w1", points, qualification: "q1", layersAlive });
    return qualificationFaults(history.fold, {
      qualification: "q1",
      device: "cpu0",
      cases: small.cases.map(({ key }) => key),
      allowFlags: [],
    });
  };
  expect(faults(0)).toEqual([]);
  expect(faults(1)).toEqual([expect.stringContaining("did not release its layer: one more is alive")]);
});
