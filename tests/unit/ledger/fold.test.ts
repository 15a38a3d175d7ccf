import { expect, test } from "vitest";
import { missingCoordinates, progressOf } from "../../../src/ledger/case-state.js";
import { countsOf } from "../../../src/ledger/counts.js";
import { CampaignFold, type Entry } from "../../../src/ledger/fold.js";
import type { OutcomeRecord, PointRecord, RecordKind, Records } from "../../../src/ledger/records.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";

const cases = "cases: [{op: moe, models: mixtral-8x7b, dtype: [fp32, int4], tp: 8, tokens: [1, 2]}]\n";
const plan = planCampaign(`devices: [{name: cpu0, runtime: ort}]\n${cases}`, "campaign.yaml");
const [first, second] = plan.cases.map(({ key }) => key);

/** A campaign that is told one record after the other. */
class History {
  readonly fold = new CampaignFold();
  #n = 0;

  constructor() {
    this.add("campaign", { name: "test", assay: "0", fileText: "" }).add("plan", { plan });
  }

  add<Kind extends RecordKind>(kind: Kind, body: Records[Kind]): this {
    this.#n += 1;
    this.fold.apply({ n: this.#n, t: `2026-01-01T00:00:${this.#n}Z`, kind, body } as Entry);
    return this;
  }

  attempt(attempt: string, key = first ?? ""): this {
    return this.add("attempt", { attempt, case: key, arm: null, worker: "w", device: "cpu0", points: 2 });
  }

  point(attempt: string, tokens: number, samplesNs: readonly number[] = [1e6, 1e6, 1e6], key = first ?? ""): this {
    return this.add("point", pointRecord(attempt, key, tokens, samplesNs));
  }

  outcome(attempt: string, outcome: OutcomeRecord["outcome"], key = first ?? ""): this {
    const base = {
      attempt,
      case: key,
      arm: null,
      failedAt: null,
      durationMs: 1,
      automaticCollections: null,
      memory: null,
      reclaim: null,
    };
    const failure = {
      class: "crashed",
      message: "",
      error: null,
      exitCode: null,
      signal: "SIGKILL",
      lastOutput: "",
    } as const;
    return this.add("outcome", { ...base, outcome, failure: outcome === "failed" ? failure : null });
  }

  state(key = first ?? "") {
    return this.fold.caseState(key, null);
  }
}

function pointRecord(attempt: string, key: string, tokens: number, samplesNs: readonly number[]): PointRecord {
  const series = { draw: 0, warmupNs: [], samplesNs: [...samplesNs], collectedDuring: [], achievedTokens: null };
  const method = { clock: "host", cache: "warm", iterationsPerSample: 1 } as const;
  const point = { series: [series], method, kernel: "k", router: null };
  return { attempt, case: key, arm: null, coordinates: { tokens }, point, askedTokens: null };
}

test("a campaign that has only its plan lacks every point", () => {
  expect(countsOf(new History().fold)).toEqual({
    cases: { planned: 2, done: 0, failed: 0, left: 2 },
    points: { planned: 4, done: 0, older: 0, failed: 0, missing: 4, flagged: 0 },
  });
});

test("a case is partial until its last point is there, then done", () => {
  const history = new History().attempt("a").point("a", 1);
  expect(progressOf(history.state())).toBe("partial");
  expect(missingCoordinates(history.state())).toEqual([{ tokens: 2 }]);
  history.point("a", 2).outcome("a", "passed");
  expect(progressOf(history.state())).toBe("done");
});

test("an attempt that was interrupted, or never ended, leaves its case to be measured", () => {
  const history = new History().attempt("a").point("a", 1).outcome("a", "interrupted");
  expect(progressOf(history.state())).toBe("partial");
  expect(progressOf(history.attempt("b").state())).toBe("partial");
});

test("a failed case keeps its points and is failed until an attempt passes", () => {
  const history = new History().attempt("a").point("a", 1).outcome("a", "failed");
  expect(progressOf(history.state())).toBe("failed");
  expect(history.state().points.size).toBe(1);
  history.attempt("b").point("b", 2).outcome("b", "passed");
  expect(progressOf(history.state())).toBe("done");
});

test("a case that failed is done when a later attempt measured all it was handed, though its run was killed then", () => {
  const history = new History().attempt("a").point("a", 1).outcome("a", "failed");
  history.add("attempt", { attempt: "b", case: first ?? "", arm: null, worker: "w", device: "cpu0", points: 1 });
  expect(progressOf(history.state())).toBe("failed");
  expect(progressOf(history.point("b", 2).state())).toBe("done");
});

test("a whole sweep that is measured again after a failure at its end counts when its last point is there", () => {
  const history = new History()
    .attempt("a")
    .point("a", 1)
    .point("a", 2)
    .outcome("a", "failed")
    .attempt("b")
    .point("b", 1);
  expect(progressOf(history.state())).toBe("failed");
  expect(progressOf(history.point("b", 2).state())).toBe("done");
});

test("what a worker says after its attempt was closed does not count", () => {
  const history = new History().attempt("a").outcome("a", "failed").point("a", 1);
  expect(history.state().points.size).toBe(0);
});

test("of two records of one point an unflagged one counts before a flagged one, then the later", () => {
  const noisy = [1e6, 1e6, 1e6, 11e6, 1e6, 1e6, 1e6, 30e6, 1e6, 1e6];
  const history = new History().attempt("a").point("a", 1, [2e6, 2e6, 2e6]).point("a", 1, noisy);
  expect(history.state().points.get("tokens=1")?.statistics.medianMs).toBe(2);
  history.point("a", 1, [3e6, 3e6, 3e6]);
  expect(history.state().points.get("tokens=1")?.statistics.medianMs).toBe(3);
  expect(countsOf(history.fold).points).toMatchObject({ done: 1, flagged: 0 });
});

test("a new plan drops, adds and reorders; what was measured stays", () => {
  const history = new History().attempt("a").point("a", 1).point("a", 2).outcome("a", "passed");
  history.add("plan", { plan: { ...plan, cases: plan.cases.toReversed() } });
  expect(history.fold.planned().map(({ key }) => key)).toEqual([second, first]);
  expect(countsOf(history.fold).cases).toMatchObject({ planned: 2, done: 1 });
  history.add("plan", { plan: { ...plan, cases: plan.cases.slice(1) } });
  expect(countsOf(history.fold).cases).toMatchObject({ planned: 1, done: 0 });
  expect(history.state().points.size).toBe(2);
});

test("routing other than asked is a flag", () => {
  const history = new History().attempt("a");
  const record = pointRecord("a", first ?? "", 1, [1e6, 1e6, 1e6]);
  const [series] = record.point.series;
  const point = { ...record.point, series: series ? [{ ...series, achievedTokens: [2, 0] }] : [] };
  history.add("point", { ...record, point, askedTokens: [[1, 1]] });
  expect(history.state().points.get("tokens=1")?.flags).toContain("routing_not_as_asked");
});
