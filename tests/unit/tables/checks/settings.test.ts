import { describe, expect, test } from "vitest";
import type { Finding } from "../../../../src/tables/checks/finding.js";
import { readSettings, SettingsInvalid } from "../../../../src/tables/checks/settings.js";
import { waive } from "../../../../src/tables/checks/waive.js";

const finding: Finding = {
  gate: "spike",
  severity: "error",
  file: "tables/h200_sxm/moe/vllm/0.24.0/moe_perf.parquet",
  scope: { moe_dtype: "bfloat16", num_tokens: 8192 },
  rows: [3],
  says: "",
  excess: 2,
  numbers: {},
  evidence: null,
};
const waiver = {
  gate: "spike",
  file: "vllm/0.24.0/moe_perf.parquet",
  scope: { num_tokens: 8192 },
  reason: "measured again, it stays",
  who: "A. Person",
  until: "2026-12-31",
};
const today = "2026-08-01";

describe("a settings file", () => {
  test("thresholds that are left out keep their defaults, and days stay days", () => {
    const settings = readSettings(
      `thresholds: {spike_ratio: 1.5}\nwaivers:\n  - {gate: spike, file: a.parquet, reason: r, who: w, until: 2026-12-31}\n`,
      "s.yaml",
    );
    expect(settings.thresholds).toMatchObject({ spike_ratio: 1.5, repeat_worst: 1.248 });
    expect(settings.waivers).toMatchObject([{ until: "2026-12-31", scope: {} }]);
  });

  test("an empty one changes nothing", () => {
    expect(readSettings("", "s.yaml").waivers).toEqual([]);
  });

  test.each([
    ["an unknown threshold", "thresholds: {spike: 2}", "spike"],
    ["an unknown gate", "waivers: [{gate: spikes, file: a, reason: r, who: w, until: 2026-12-31}]", "gate"],
    ["a waiver without a reason", "waivers: [{gate: spike, file: a, who: w, until: 2026-12-31}]", "reason"],
    ["a waiver without an end", "waivers: [{gate: spike, file: a, reason: r, who: w}]", "until"],
    ["a day that is none", "waivers: [{gate: spike, file: a, reason: r, who: w, until: soon}]", "until"],
    ["no YAML", "waivers: [", "s.yaml"],
  ])("%s is told", (_, text, word) => {
    expect(() => readSettings(text, "s.yaml")).toThrow(SettingsInvalid);
    expect(() => readSettings(text, "s.yaml")).toThrow(word);
  });
});

describe("waivers", () => {
  test.each([
    ["the end of a path", {}],
    ["any folders", { file: "h200_sxm/**/moe_perf.parquet" }],
    ["any name", { file: "0.24.0/*.parquet" }],
    ["no cells", { scope: {} }],
    ["its last day", { until: today }],
  ])("pass over what they name: %s", (_, changes) => {
    const { open, waived } = waive([finding], [{ ...waiver, ...changes }], today);
    expect(open).toEqual([]);
    expect(waived).toHaveLength(1);
  });

  test.each([
    ["another gate", { gate: "fall" }],
    ["another file", { file: "sglang/0.24.0/moe_perf.parquet" }],
    ["a part of a name", { file: "perf.parquet" }],
    ["another cell", { scope: { num_tokens: 4096 } }],
  ])("leave others open, and are told as idle: %s", (_, changes) => {
    const { open, idle } = waive([finding], [{ ...waiver, ...changes }], today);
    expect(open).toEqual([finding]);
    expect(idle).toHaveLength(1);
  });

  test("are over after their last day, and told", () => {
    const { open, expired } = waive([finding], [waiver], "2027-01-01");
    expect(open).toEqual([finding]);
    expect(expired).toEqual([waiver]);
  });
});
