import { describe, expect, test } from "vitest";
import { adoptionCase, AdoptionRefused, ClosureNotFound } from "../../../src/ledger/adoption.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { campaignText } from "../../fixtures/experiment-plan.js";
import { closureNamed, environmentNamed, ProvenanceHistory } from "../../fixtures/provenance-history.js";

const plan = planCampaign(campaignText(2), "campaign.yaml");
const [A, B] = [closureNamed("A"), closureNamed("B")];

/** Twenty samples about a median, spread evenly by a share to both sides. */
function samples(medianMs: number, spread = 0.01): number[] {
  return Array.from({ length: 20 }, (_, index) => medianMs * (1 + (spread * (2 * ((index * 7) % 20) - 19)) / 19));
}

/** Measured with A as told, then qualified with B. */
function history(
  older: Record<number, readonly number[]>,
  qualified: Record<number, readonly number[]>,
): ProvenanceHistory {
  return new ProvenanceHistory(plan)
    .session(A)
    .worker({ worker: "w1", closure: "A" })
    .attempt({ worker: "w1", points: older })
    .session(B)
    .worker({ worker: "w2", closure: "B" })
    .attempt({ worker: "w2", points: qualified, qualification: "q1" })
    .qualified("q1", { closure: B.hash });
}

const agreement = (older: Record<number, readonly number[]>, qualified: Record<number, readonly number[]>) =>
  adoptionCase(history(older, qualified).fold, A.hash.slice(0, 8)).agreement;

describe("older points and those of a qualification", () => {
  test("agree where medians differ by no more than their noise", () => {
    const found = agreement({ 1: samples(1), 2: samples(2) }, { 1: samples(1.01), 2: samples(1.99) });
    expect(found).toMatchObject({ agrees: true, points: [{ agrees: true }, { agrees: true }] });
    expect(found.points.map(({ difference }) => difference)).toEqual([
      expect.closeTo(0.01, 6),
      expect.closeTo(-0.005, 6),
    ]);
  });

  test.each([1.3, 0.7, 1.12, 1.03])("do not agree where all are shifted by %d", (factor) => {
    const found = agreement({ 1: samples(1), 2: samples(2) }, { 1: samples(factor), 2: samples(2 * factor) });
    expect(found.agrees).toBe(false);
    expect(found.shift).toBeCloseTo(factor - 1, 6);
  });

  test("do not agree where one point alone differs, and that point is told", () => {
    const found = agreement({ 1: samples(1), 2: samples(2) }, { 1: samples(1), 2: samples(2.3) });
    expect(found.agrees).toBe(false);
    expect(found.points.filter(({ agrees }) => !agrees).map(({ coordinates }) => coordinates)).toEqual([{ tokens: 2 }]);
  });

  test("may differ by more where they are noisy, but never by more than 10 %", () => {
    expect(agreement({ 1: samples(1, 0.1) }, { 1: samples(1.05, 0.1) })).toMatchObject({ agrees: true });
    expect(agreement({ 1: samples(1, 0.01) }, { 1: samples(1.05, 0.01) })).toMatchObject({ agrees: false });
    expect(agreement({ 1: samples(1, 0.9) }, { 1: samples(1.3, 0.9) })).toMatchObject({
      agrees: false,
      points: [{ tolerance: 0.1 }],
    });
  });

  test("do not agree where there are too few samples to tell the noise", () => {
    expect(agreement({ 1: [1] }, { 1: [1] })).toMatchObject({ agrees: false, points: [{ tolerance: null }] });
    expect(agreement({ 1: [1, 1.001, 0.999] }, { 1: [1, 1.001, 0.999] })).toMatchObject({ agrees: true });
  });
});

describe("what can be adopted", () => {
  test("the points of a closure, in the environments that were compared", () => {
    const found = adoptionCase(history({ 1: samples(1) }, { 1: samples(1) }).fold, A.hash);
    expect(found.environments).toEqual([environmentNamed("E").environment]);
    expect([found.closure.closure, found.qualification.qualification]).toEqual([A.hash, "q1"]);
  });

  test("nothing by a closure that is not there, or by a beginning of several", () => {
    const { fold } = history({ 1: samples(1) }, { 1: samples(1) });
    expect(() => adoptionCase(fold, "0000000")).toThrow(ClosureNotFound);
    expect(() => adoptionCase(fold, "")).toThrow(
      /begins 2 of the campaign's closures; there are:\n {2}[0-9a-f]{12} \(ort\)/,
    );
  });

  test("not what counts already, nothing without a qualification that passed, nothing that was not compared", () => {
    const { fold } = history({ 1: samples(1) }, { 1: samples(1) });
    expect(() => adoptionCase(fold, B.hash)).toThrow(/is the closure that counts now/);
    const failed = new ProvenanceHistory(plan)
      .session(A)
      .worker({ worker: "w1", closure: "A" })
      .attempt({ worker: "w1", points: { 1: samples(1) } });
    failed
      .session(B)
      .worker({ worker: "w2", closure: "B" })
      .qualified("q1", { closure: B.hash, faults: ["it leaks"] });
    expect(() => adoptionCase(failed.fold, B.hash)).toThrow(AdoptionRefused);
    const apart = history({ 1: samples(1) }, { 2: samples(1) });
    expect(() => adoptionCase(apart.fold, A.hash)).toThrow(/there is nothing to compare/);
  });
});
