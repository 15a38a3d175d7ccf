import { expect, test } from "vitest";
import { publicationOf } from "../../../src/ledger/publication-gate.js";
import type { Pins } from "../../../src/plan/plan.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { closureOf } from "../../../src/provenance/source-closure.js";
import { campaignText } from "../../fixtures/experiment-plan.js";
import { CLEAN, closureNamed, ProvenanceHistory, type WorkerStory } from "../../fixtures/provenance-history.js";

const A = closureNamed("A");
const plan = planCampaign(campaignText(1), "campaign.yaml");
const at = new Date("2026-06-01T00:00:00Z");
const PINNED: Pins["source"] = { commit: CLEAN.commit.slice(0, 8), approvedBy: "me" };

function measured({
  source = PINNED,
  worker = {},
}: { source?: Pins["source"] | null; worker?: Partial<WorkerStory> } = {}): ProvenanceHistory {
  return new ProvenanceHistory({ ...plan, ...(source && { pins: { source } }) })
    .session(A)
    .worker({ worker: "w1", closure: "A", ...worker })
    .attempt({ worker: "w1", points: { 1: [1, 1, 1], 2: [1, 1, 1] }, qualification: "q1" });
}

test("final: pinned, clean and qualified; by commit, by closure, or by both", () => {
  const pins: Pins["source"][] = [
    PINNED,
    { closure: A.hash, approvedBy: "me" },
    { ...PINNED, closure: A.hash.slice(0, 9) },
  ];
  for (const source of pins) {
    expect(publicationOf(measured({ source }).qualified("q1", { closure: A.hash }).fold, { at })).toEqual({
      state: "final",
      reasons: [],
    });
  }
});

test.each<[string, (history: ProvenanceHistory) => ProvenanceHistory, Parameters<typeof measured>[0], RegExp]>([
  [
    "nothing is pinned",
    (history) => history.qualified("q1", { closure: A.hash }),
    { source: null },
    /^its sources are not pinned/,
  ],
  ["no qualification has passed", (history) => history, {}, /^no qualification has passed$/],
  [
    "the qualification failed",
    (history) => history.qualified("q1", { closure: A.hash, faults: ["it leaks"] }),
    {},
    /^its qualification failed$/,
  ],
  [
    "the tree was dirty",
    (history) => history.qualified("q1", { closure: A.hash }),
    { worker: { git: { ...CLEAN, dirty: true, changed: ["src/a.ts"] } } },
    /^points were measured from a tree with changes \(src\/a\.ts\)$/,
  ],
  [
    "points come from another commit",
    (history) => history.qualified("q1", { closure: A.hash }),
    { worker: { git: { ...CLEAN, commit: "dead".padEnd(40, "0") } } },
    /^points were measured from dead00000000, which is not pinned$/,
  ],
  [
    "there is no commit",
    (history) => history.qualified("q1", { closure: A.hash }),
    { worker: { git: null } },
    /^points were measured from no commit/,
  ],
  ["sources were not recorded", (history) => history, { worker: { closure: null } }, /^no qualification has passed$/],
])("a draft where %s, and it says so", (_what, then, options, reason) => {
  const { state, reasons } = publicationOf(then(measured(options)).fold, { at });
  expect([state, reasons[0]]).toEqual(["draft", expect.stringMatching(reason)]);
});

test("a draft where more may have been loaded than can be seen", () => {
  const closure = closureOf({ ...A, unseen: ["callbacks/a.mjs: import(…) of a name that is worked out"] });
  const history = new ProvenanceHistory({
    ...plan,
    pins: { source: { closure: closure.hash, approvedBy: "me" } },
  }).session(closure);
  const provenance = { closure: closure.hash, environment: "e", moment: {}, git: CLEAN };
  const [worker] = measured().entries.flatMap((entry) => (entry.kind === "worker" ? [entry.body] : []));
  if (!worker) throw new Error("a worker has started");
  history
    .add("worker", { ...worker, provenance })
    .attempt({ worker: "w1", points: { 1: [1, 1, 1] }, qualification: "q1" });
  history.qualified("q1", { closure: closure.hash, environment: "e" });
  expect(publicationOf(history.fold, { at }).reasons).toEqual([expect.stringContaining("load more than can be seen")]);
});

test("older points stay behind; taken along, they make it a draft", () => {
  const B = closureNamed("B");
  const history = measured()
    .session(B)
    .worker({ worker: "w2", closure: "B" })
    .attempt({ worker: "w2", points: { 1: [1, 1, 1] }, qualification: "q2" })
    .qualified("q2", { closure: B.hash });
  expect(publicationOf(history.fold, { at }).state).toBe("final");
  expect(publicationOf(history.fold, { at, older: true })).toEqual({
    state: "draft",
    reasons: ["it holds older points"],
  });
});
