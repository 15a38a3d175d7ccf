import { expect, test } from "vitest";
import { CampaignFileInvalid } from "../../../src/plan/problem.js";
import { type Entry, planOf } from "./plans.js";

const entry: Entry = { op: "foreign", getter: "layers.collect:get_cases", callback: "layers.collect:run" };
const device: Entry = { name: "cpu0", runtime: "python", python: "/no/python/here" };

/** `field message` of each mistake; no getter runs, since there is no such interpreter. */
function problems(changes: Entry, devices: readonly Entry[] = [device]): string[] {
  try {
    planOf([{ ...entry, ...changes }], { rest: { devices } });
  } catch (error) {
    if (error instanceof CampaignFileInvalid) return error.problems.map(({ field, message }) => `${field} ${message}`);
    throw error;
  }
  return [];
}

test.each([
  [{ getter: "collect.get_cases" }, /^cases\[0\]\.getter must be a function like "package\.module:function"/],
  [{ callback: "collect:run()" }, /^cases\[0\]\.callback must be a function/],
  [{ getter: undefined }, /^cases\[0\]\.getter is missing/],
  [{ rows: { unit: "minutes" } }, /^cases\[0\]\.rows\.unit .*"ms"/],
  [{ rows: { points: [] } }, /^cases\[0\]\.rows\.points /],
  [{ weights: 5 }, /^cases\[0\]\.weights /],
  [{ tokens: [1] }, /^cases\[0\]\.tokens is no field that Assay knows here/],
])("the mistake in %j is told at its place", (changes, message) => {
  const [first, ...others] = problems(changes);
  expect(first).toMatch(message);
  expect(others).toEqual([]);
});

test("an entry without a device of its runtime, or with one behind a launch command, runs no code", () => {
  expect(problems({}, [{ name: "cpu0", runtime: "ort" }])).toEqual([
    "cases[0].runtime no device has the runtime python",
  ]);
  const behind = { name: "cpu0", runtime: "python", launch: "ssh host python3 -" };
  expect(problems({}, [behind])).toEqual(["cases[0].runtime a collector does not travel with a `launch` command"]);
});

test("an interpreter that is not there is the getter's fault, named", () => {
  expect(problems({}).join()).toMatch(/^cases\[0\]\.getter layers\.collect:get_cases gave no cases: .*ENOENT/);
});

test("a device of a layer's runtime measures no collector, and a layer no plain Python", () => {
  expect(problems({ runtime: "vllm" }).join()).toMatch(/^cases\[0\]\.runtime /);
  expect(() => planOf([{ op: "moe", runtime: "python", models: "mixtral-8x7b", dtype: "bf16", tokens: [1] }])).toThrow(
    CampaignFileInvalid,
  );
});
