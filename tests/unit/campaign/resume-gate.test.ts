import { expect, test } from "vitest";
import { changedSources, checkSources, SourceChanged } from "../../../src/campaign/resume-gate.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { closureOf, type SourceClosure } from "../../../src/provenance/source-closure.js";
import { campaignText } from "../../fixtures/experiment-plan.js";
import { ProvenanceHistory } from "../../fixtures/provenance-history.js";

const plan = planCampaign(campaignText(1), "campaign.yaml");
const files = ["dist/callback.js", "dist/clock.js", "dist/weights.js"];

/** A closure of three files and a package; the words stand for their contents. */
function closure(words: readonly string[], version = "1.30.0"): SourceClosure {
  const packages = { "onnxruntime-node": version };
  return closureOf({
    runtime: "ort",
    files: files.map((path, index) => ({ path, sha256: words[index] ?? "" })),
    packages,
    unseen: [],
  });
}

const old = closure(["a", "b", "c"]);
const sourcesAre = (now: SourceClosure) => [{ device: "cpu0", closure: now, git: null }];

/** Measured with the old closure. */
function measured(): ProvenanceHistory {
  const history = new ProvenanceHistory(plan).session(old);
  const { environment, identity } = { environment: "e", identity: {} };
  history.add("environment", { environment, identity });
  const clock = { name: "none", resolutionNs: 1, costNs: 1 };
  const memory = {
    rssBytes: 1,
    privateBytes: 1,
    deviceAllocatedBytes: null,
    deviceReservedBytes: null,
    deviceFreeBytes: null,
    layersAlive: 0,
  };
  const provenance = { closure: old.hash, environment, moment: {}, git: null };
  history.add("worker", {
    worker: "w1",
    device: "cpu0",
    arm: null,
    runtime: "ort",
    pid: 1,
    versions: {},
    facts: {},
    clock,
    memory,
    loadSeconds: 1,
    limitBytes: null,
    provenance,
  });
  return history.attempt({ worker: "w1", points: { 1: [1, 1, 1] } });
}

test("the same sources, and any where nothing was measured yet, may go on", () => {
  expect(() => checkSources(measured().fold, sourcesAre(old), "dir")).not.toThrow();
  expect(() =>
    checkSources(new ProvenanceHistory(plan).session(old).fold, sourcesAre(closure(["x"])), "dir"),
  ).not.toThrow();
});

test("changed ones are refused: each file and package is named, and the way on", () => {
  const check = () => checkSources(measured().fold, sourcesAre(closure(["a", "changed", "c"], "1.31.0")), "my dir");
  expect(check).toThrow(SourceChanged);
  expect(check).toThrow(/cpu0:\n {2}dist\/clock\.js changed\n {2}onnxruntime-node: 1\.30\.0 then, 1\.31\.0 now\n/);
  expect(check).toThrow(
    /Nothing was written[^]*assay qualify 'my dir'[^]*assay resume 'my dir'[^]*assay provenance 'my dir' --diff/,
  );
});

test("a qualification that passed lets them go on, one that failed is told, and the old ones are then the others", () => {
  const now = closure(["a", "changed", "c"]);
  const failed = measured().qualified("q1", { closure: now.hash, environment: "e", faults: ["it leaks"] });
  expect(() => checkSources(failed.fold, sourcesAre(now), "dir")).toThrow(/their qualification failed/);
  const passed = measured().session(old).qualified("q1", { closure: now.hash, environment: "e" });
  expect(() => checkSources(passed.fold, sourcesAre(now), "dir")).not.toThrow();
  expect(changedSources(passed.fold, sourcesAre(old))).toHaveLength(1);
});

test("of several closures that count, the one most like the new one is compared", () => {
  const history = measured();
  const other = closure(["x", "y", "z"]);
  history.add("closure", {
    closure: other.hash,
    runtime: "ort",
    files: other.files,
    packages: other.packages,
    unseen: [],
  });
  const subject = { runtime: "ort", environment: "e", cases: [], faults: [] };
  history.add("qualification", {
    qualification: "q1",
    subjects: [
      { ...subject, devices: ["cpu0"], closure: old.hash },
      { ...subject, devices: ["cpu1"], closure: other.hash },
    ],
    callbacks: 4,
    allowFlags: [],
    approved: null,
  });
  expect(changedSources(history.fold, sourcesAre(closure(["x", "y", "changed"])))[0]?.before).toEqual(other);
});

test("sources that were not recorded are another matter, and refused as well", () => {
  const history = new ProvenanceHistory(plan)
    .worker({ worker: "w0", closure: null })
    .attempt({ worker: "w0", points: { 1: [1] } });
  expect(() => checkSources(history.fold, sourcesAre(old), "dir")).toThrow(
    /the sources of its earlier points were not recorded/,
  );
});
