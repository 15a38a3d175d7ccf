import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coordinatesId } from "../../../src/ledger/case-state.js";
import { countsOf } from "../../../src/ledger/counts.js";
import { standingOf } from "../../../src/ledger/point-standing.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { campaignText } from "../../fixtures/experiment-plan.js";
import { placeOf, whatCounts } from "../../fixtures/what-counts.js";
import { closureNamed, environmentNamed, ProvenanceHistory } from "../../fixtures/provenance-history.js";

const plan = planCampaign(campaignText(2), "campaign.yaml");
const [A, B] = [closureNamed("A"), closureNamed("B")];
const ONE = [1, 1, 1];
const NOISY = [1, 1, 1, 11, 1, 1, 1, 30, 1, 1];
const today = new Date("2026-06-01T00:00:00Z");

/** Two points of the first case were measured with A, one of them again with B. */
function changedHistory(): ProvenanceHistory {
  return new ProvenanceHistory(plan)
    .session(A)
    .worker({ worker: "w1", closure: "A" })
    .attempt({ worker: "w1", points: { 1: ONE, 2: ONE } })
    .session(B)
    .worker({ worker: "w2", closure: "B" })
    .attempt({ worker: "w2", points: { 1: [2, 2, 2] }, qualification: "q1" });
}

function standings({ fold }: ProvenanceHistory, at = today): Record<string, string> {
  const entries = fold
    .planned()
    .flatMap((state) =>
      [...state.points].map(([id, point]) => [
        `${plan.cases.findIndex(({ key }) => key === state.key)} ${id}`,
        standingOf(point, fold.provenance, at),
      ]),
    );
  return Object.fromEntries(entries) as Record<string, string>;
}

const medianOf = ({ fold }: ProvenanceHistory, tokens: number) =>
  fold.planned()[0]?.points.get(`tokens=${tokens}`)?.statistics.medianMs;

describe("which sources count", () => {
  test("those of the first points; another closure's do not, and do not take their place", () => {
    const history = changedHistory();
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "current" });
    expect(medianOf(history, 1)).toBe(1);
  });

  test("after a qualification that passed, its own: what it measured takes the place of older points", () => {
    const history = changedHistory().qualified("q1", { closure: B.hash });
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "older" });
    expect([medianOf(history, 1), medianOf(history, 2)]).toEqual([2, 1]);
    expect(history.fold.provenance.qualified).toBe("passed");
  });

  test("a qualification that failed changes nothing", () => {
    const history = changedHistory().qualified("q1", { closure: B.hash, faults: ["it leaks"] });
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "current" });
    expect(history.fold.provenance.qualified).toBe("pending");
  });

  test("an environment is as good a reason as a closure; each device has its own, until a qualification", () => {
    const history = new ProvenanceHistory(plan)
      .session(A)
      .worker({ worker: "w1", closure: "A", device: "cpu0", environment: "E" })
      .worker({ worker: "w2", closure: "A", device: "cpu1", environment: "F" })
      .attempt({ worker: "w1", points: { 1: ONE } })
      .attempt({ worker: "w2", points: { 2: ONE } })
      .worker({ worker: "w3", closure: "A", device: "cpu1", environment: "G" })
      .attempt({ worker: "w3", caseIndex: 1, points: { 1: ONE } });
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "current", "1 tokens=1": "older" });
    history.qualified("q1", { closure: A.hash, environment: environmentNamed("G").environment, devices: ["cpu1"] });
    expect(standings(history)).toEqual({ "0 tokens=1": "older", "0 tokens=2": "older", "1 tokens=1": "current" });
  });

  test("what a device brings along that joins counts for points that were there before, too", () => {
    const history = new ProvenanceHistory(plan)
      .session(A)
      .worker({ worker: "w1", closure: "A" })
      .attempt({ worker: "w1", points: { 1: [1, 1, 1] } })
      .worker({ worker: "w2", closure: "A", environment: "F" })
      .attempt({ worker: "w2", points: { 1: [2, 2, 2] } });
    expect(medianOf(history, 1)).toBe(1);
    expect(medianOf(history.worker({ worker: "w3", closure: "A", environment: "F", device: "cpu1" }), 1)).toBe(2);
  });

  test("sources of a run that measured nothing found nothing", () => {
    const history = new ProvenanceHistory(plan).session(A).session(B).worker({ worker: "w1", closure: "B" });
    expect(standings(history.attempt({ worker: "w1", points: { 1: ONE } }))).toEqual({ "0 tokens=1": "current" });
  });

  test("journals from before sources were recorded: their points are current among themselves, older than recorded ones", () => {
    const history = new ProvenanceHistory(plan);
    history.worker({ worker: "w0", closure: null }).attempt({ worker: "w0", points: { 1: ONE, 2: ONE } });
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "current" });
    history
      .session(B)
      .worker({ worker: "w2", closure: "B" })
      .attempt({ worker: "w2", points: { 1: ONE }, qualification: "q1" });
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "current" });
    history.qualified("q1", { closure: B.hash });
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "older" });
  });
});

describe("of several records of a point", () => {
  test("one of sources that count comes before one that was unflagged and is older", () => {
    const history = changedHistory()
      .attempt({ worker: "w2", points: { 2: NOISY } })
      .qualified("q1", { closure: B.hash });
    expect(standings(history)["0 tokens=2"]).toBe("current");
    expect(history.fold.planned()[0]?.points.get("tokens=2")?.flags).toContain("noisy");
  });

  test("among those of the same sources an unflagged one before a flagged one, then the later", () => {
    const history = new ProvenanceHistory(plan).session(A).worker({ worker: "w1", closure: "A" });
    history.attempt({ worker: "w1", points: { 1: [3, 3, 3] } }).attempt({ worker: "w1", points: { 1: NOISY } });
    expect(medianOf(history, 1)).toBe(3);
    expect(medianOf(history.attempt({ worker: "w1", points: { 1: [4, 4, 4] } }), 1)).toBe(4);
    expect(history.fold.planned()[0]?.points.get("tokens=1")?.timesMeasured).toBe(3);
  });
});

describe("a decision to adopt older points", () => {
  const adopted = (until: string) =>
    changedHistory().qualified("q1", { closure: B.hash }).adopted({ closure: A.hash, until });

  test("makes them current until it expires, and older again from then on", () => {
    const history = adopted("2026-06-02T00:00:00Z");
    expect(standings(history)).toEqual({ "0 tokens=1": "current", "0 tokens=2": "current" });
    expect(standings(history, new Date("2026-06-02T00:00:00Z"))).toEqual({
      "0 tokens=1": "current",
      "0 tokens=2": "older",
    });
    expect(countsOf(history.fold, today).points).toMatchObject({ planned: 4, done: 2, older: 0, missing: 2 });
    expect(countsOf(history.fold, new Date("2027-01-01")).points).toMatchObject({
      planned: 4,
      done: 1,
      older: 1,
      missing: 2,
    });
  });

  test("never lets them take the place of a point of sources that count", () => {
    expect(medianOf(adopted("2026-06-02T00:00:00Z"), 1)).toBe(2);
  });

  test("is void for another environment, and once another qualification has passed", () => {
    const elsewhere = changedHistory()
      .qualified("q1", { closure: B.hash })
      .adopted({ closure: A.hash, until: "2027-01-01T00:00:00Z", environments: [environmentNamed("F").environment] });
    expect(standings(elsewhere)["0 tokens=2"]).toBe("older");
    const history = adopted("2027-01-01T00:00:00Z").qualified("q2", { closure: closureNamed("C").hash });
    expect(standings(history)).toEqual({ "0 tokens=1": "older", "0 tokens=2": "older" });
  });
});

/** One thing that happens to a campaign. */
type Happening =
  | {
      readonly kind: "run";
      readonly closure: string;
      readonly environment: string;
      readonly device: string;
      readonly sweeps: readonly Sweep[];
    }
  | {
      readonly kind: "qualify";
      readonly closure: string;
      readonly environment: string;
      readonly device: string;
      readonly passes: boolean;
      readonly sweeps: readonly Sweep[];
    }
  | { readonly kind: "adopt"; readonly closure: string; readonly environment: string; readonly untilDay: number };
interface Sweep {
  readonly caseIndex: number;
  readonly tokens: readonly number[];
  readonly flagged: boolean;
  readonly killed: boolean;
}

const words = fc.constantFrom("A", "B", "C");
const environments = fc.constantFrom("E", "F");
const devices = fc.constantFrom("cpu0", "cpu1", "gpu0");
const sweeps = fc.array(
  fc.record({
    caseIndex: fc.nat({ max: 1 }),
    tokens: fc.subarray([1, 2]),
    flagged: fc.boolean(),
    killed: fc.boolean(),
  }),
  { maxLength: 4 },
);
const runtimeOf = (device: string) => (device === "gpu0" ? "python" : "ort");
const happenings = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("run" as const),
      closure: words,
      environment: environments,
      device: devices,
      sweeps,
    }),
    fc.record({
      kind: fc.constant("qualify" as const),
      closure: words,
      environment: environments,
      device: devices,
      passes: fc.boolean(),
      sweeps,
    }),
    fc.record({
      kind: fc.constant("adopt" as const),
      closure: words,
      environment: environments,
      untilDay: fc.integer({ min: 1, max: 28 }),
    }),
  ),
  { minLength: 1, maxLength: 14 },
);

/** Tells a history as it may stand in a journal, whether a gate would have let it happen or not. */
function historyOf(all: readonly Happening[]): ProvenanceHistory {
  const history = new ProvenanceHistory(plan);
  all.forEach((happening, index) => {
    const { environment } = environmentNamed(happening.environment);
    if (happening.kind === "adopt") {
      const until = new Date(Date.UTC(2026, 5, happening.untilDay)).toISOString();
      return history.adopted({ closure: closureNamed(happening.closure).hash, environments: [environment], until });
    }
    const { closure, device } = happening;
    const runtime = runtimeOf(device);
    const qualification = happening.kind === "qualify" ? `q${index}` : undefined;
    const worker = `w${index}`;
    history
      .session(closureNamed(closure, runtime))
      .worker({ worker, closure, device, runtime, environment: happening.environment });
    for (const { caseIndex, tokens, flagged, killed } of happening.sweeps) {
      const points = Object.fromEntries(tokens.map((count) => [count, flagged ? NOISY : ONE]));
      const within = qualification === undefined ? {} : { qualification };
      history.attempt({ worker, caseIndex, points, outcome: killed ? null : "passed", ...within });
    }
    if (happening.kind === "qualify") {
      const faults = happening.passes ? [] : ["it leaks"];
      history.qualified(`q${index}`, {
        runtime,
        closure: closureNamed(closure, runtime).hash,
        environment,
        devices: [device],
        faults,
      });
    }
    return history;
  });
  return history;
}

describe("random histories of runs, edits, kills, qualifications, adoptions and expiries", () => {
  const day = fc.integer({ min: 0, max: 29 }).map((date) => new Date(Date.UTC(2026, 5, date)));

  test(
    "a point is current exactly where its sources count, or a decision about them is in force",
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(happenings, day, (all, at) => {
          const history = historyOf(all);
          const counts = whatCounts(history.entries);
          for (const state of history.fold.planned()) {
            for (const point of state.points.values()) {
              const standing = standingOf(point, history.fold.provenance, at);
              const counted = counts.isCounted(point.origin);
              // Of several decisions the latest counts, which may expire before an earlier one.
              if (standing === "current") expect(counted || counts.isAdopted(point.origin, at)).toBe(true);
              const place = placeOf(state.key, point.record.coordinates);
              const records = counts.points.filter((record) => record.place === place);
              if (records.some((record) => counts.isCounted(record)))
                expect([standing, counted]).toEqual(["current", true]);
            }
          }
        }),
        { numRuns: 1_500 },
      );
    },
  );

  test("the counts add up, and no point is counted twice", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(happenings, day, (all, at) => {
        const { fold } = historyOf(all);
        const { planned, done, older, failed, missing } = countsOf(fold, at).points;
        expect(done + older + failed + missing).toBe(planned);
        expect(planned).toBe(plan.cases.flatMap(({ coordinates }) => coordinates.map(coordinatesId)).length);
      }),
      { numRuns: 500 },
    );
  });
});
