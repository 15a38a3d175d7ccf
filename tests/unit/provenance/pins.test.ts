import { expect, test } from "vitest";
import type { Pins } from "../../../src/plan/plan.js";
import { brokenEnvironmentPins, brokenSourcePins, PinBroken, refuseBroken } from "../../../src/provenance/pins.js";
import { closureOf } from "../../../src/provenance/source-closure.js";

const closure = closureOf({ runtime: "ort", files: [], packages: {}, unseen: [] });
const git = { commit: "0123456789abcdef0123456789abcdef01234567", dirty: false, changed: [] };
const loaded = { versions: { onnxruntime: "1.30.0" }, device: { name: "cpu0", model: "AMD EPYC", threads: 8 } };

function broken(pins: Pins, state: typeof git | null = git) {
  return [...brokenSourcePins(pins, [{ closure, git: state }]), ...brokenEnvironmentPins(pins, loaded)];
}

test("pins that hold: beginnings of hashes, versions, the model by either name, any fact", () => {
  expect(broken({})).toEqual([]);
  expect(broken({ source: { commit: "0123456", closure: closure.hash.slice(0, 12), approvedBy: "a" } })).toEqual([]);
  expect(broken({ environment: { onnxruntime: "1.30.0", threads: 8 }, device: { name: "AMD EPYC" } })).toEqual([]);
  expect(broken({ device: { model: "AMD EPYC", threads: "8" } })).toEqual([]);
});

test.each<[Pins, string, string, string]>([
  [{ source: { commit: "fffffff", approvedBy: "a" } }, "source.commit", "fffffff", git.commit],
  [{ source: { closure: "fffffff", approvedBy: "a" } }, "source.closure", "fffffff", closure.hash],
  [{ environment: { onnxruntime: "1.31.0" } }, "environment.onnxruntime", "1.31.0", "1.30.0"],
  [{ environment: { vllm: "0.32.0" } }, "environment.vllm", "0.32.0", "nothing of that name"],
  [{ device: { name: "NVIDIA B200" } }, "device.name", "NVIDIA B200", "AMD EPYC"],
  [{ device: { threads: 4 } }, "device.threads", "4", "8"],
])("a broken pin is told with both values: %o", (pins, pin, wanted, found) => {
  expect(broken(pins)).toEqual([{ pin, wanted, found }]);
});

test("a commit is pinned and there is none", () => {
  expect(broken({ source: { commit: "0123456", approvedBy: "a" } }, null)).toMatchObject([{ found: "no git commit" }]);
});

test("refused are all broken pins together, each once", () => {
  const one = { pin: "environment.vllm", wanted: "1", found: "2" };
  expect(() => refuseBroken([])).not.toThrow();
  expect(() => refuseBroken([one, one, { ...one, pin: "device.name" }])).toThrow(PinBroken);
  expect(() => refuseBroken([one, one])).toThrow(
    /^the campaign is pinned .*Nothing was written\.\n {2}environment\.vllm: 1 is pinned, 2 is here$/,
  );
});
