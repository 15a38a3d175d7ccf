import { beforeAll, describe, expect, it } from "vitest";
import { assay } from "../e2e/assay.js";
import { CampaignFolder, shippedCampaign } from "./campaign-folder.js";
import { isVllmMissing } from "./vllm-environment.js";
import { moeOf } from "../fixtures/moe-of.js";

/** vLLM's words for what it does not build on any CPU; for `fp8_block`, with AMX and without it. */
const REFUSALS: Readonly<Record<string, RegExp>> = {
  fp8_block: /CPUExpertsFp8 does not support apply_router_weight_on_input|Unsupported FP8 MoE backend/,
  int8: /No Int8 MoE backend supports the deployment configuration/,
};

describe.skipIf(isVllmMissing)("the shipped campaign of vLLM's own layers", () => {
  const campaign = new CampaignFolder(shippedCampaign);
  const cases = campaign.plan.cases;
  const native = cases.filter(({ case: layer }) => moeOf(layer).dtype === "bf16");
  const refused = cases.filter(({ case: layer }) => moeOf(layer).dtype !== "bf16");
  let exitCode: number | null = null;

  beforeAll(async () => {
    ({ exitCode } = await campaign.run());
  }, 900_000);

  const passed = () => campaign.records("outcome").filter(({ outcome }) => outcome === "passed");

  it("measures at least twelve bf16 cases of six models, balanced and by a power law", () => {
    expect(exitCode).toBe(1);
    expect(new Set(native.flatMap(({ models }) => models)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(native.map(({ case: layer }) => moeOf(layer).workload.distribution))).toEqual(
      new Set(["balanced", "power_law"]),
    );
    expect(passed().map((record) => record.case)).toEqual(native.map(({ key }) => key));
    expect(native.length).toBeGreaterThanOrEqual(12);
  });

  it("measures the first twelve in one worker, each equal to the reference", () => {
    const [first] = campaign.records("worker");
    const log = campaign.log(first?.worker ?? "");
    expect(log.match(/the output differs from the reference by 0\.0/g)?.length).toBeGreaterThanOrEqual(12);
  });

  it("reads kernel and router back from the layer", () => {
    for (const { point } of campaign.records("point")) {
      expect(point.kernel).toMatch(/^vllm\/(X86)?CPU\w+/);
      expect(point.router).toBe("native");
      expect(point.method.clock).toBe("host");
    }
  });

  it("routes as TypeScript asked, or the point says what was asked", () => {
    const points = campaign.records("point");
    expect(points).toHaveLength(native.length * 3);
    const otherwise = points.filter(({ askedTokens }) => askedTokens !== null);
    expect(otherwise.map((point) => campaign.nameOf(point.case))).toEqual([]);
  });

  it("gives each eighth of DeepSeek-V3's experts its eighth of a balanced workload", () => {
    const [deepseek] = native.filter(
      ({ models, case: layer }) => models.includes("deepseek-v3") && moeOf(layer).workload.distribution === "balanced",
    );
    const points = campaign
      .records("point")
      .filter((point) => point.case === deepseek?.key && (point.coordinates["tokens"] ?? 0) % 8 === 0);
    expect(points).toHaveLength(2);
    for (const { point } of points) {
      const [series] = point.series;
      const achieved = series?.achievedTokens ?? [];
      expect(achieved).toHaveLength(256);
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      expect(Math.abs((sum(achieved.slice(0, 32)) / sum(achieved)) * 100 - 12.5)).toBeLessThanOrEqual(0.25);
    }
  });

  it("ends fp8 in blocks and int8 as two failure groups in vLLM's own words", async () => {
    const failures = campaign.records("outcome").filter(({ outcome }) => outcome === "failed");
    expect(refused.map(({ case: layer }) => moeOf(layer).dtype)).toEqual(["fp8_block", "int8"]);
    expect(failures.map((record) => record.case)).toEqual(refused.map(({ key }) => key));
    for (const [index, { failure }] of failures.entries()) {
      expect(failure?.class).toBe("unsupported");
      expect(failure?.message).toMatch(REFUSALS[moeOf(refused[index]?.case).dtype] ?? "none");
    }
    const { stdout } = await assay("status", campaign.directory, "--json");
    const { failureGroups } = JSON.parse(stdout) as { failureGroups: readonly unknown[] };
    expect(failureGroups).toHaveLength(2);
  });

  it("replaces the worker in which a failed layer stayed, that one alone, and goes on", () => {
    const ends = campaign.records("worker-end").map(({ reason }) => reason);
    expect(ends).toEqual([expect.stringContaining("the failed layer stayed"), "no work is left"]);
    const attempts = campaign.records("attempt");
    const workerOf = (key: string | undefined) => attempts.find((attempt) => attempt.case === key)?.worker;
    const [afterAllocating, before] = refused;
    expect(workerOf(afterAllocating?.key)).toBe(workerOf(native[0]?.key));
    expect(workerOf(before?.key)).toBe(workerOf(native.at(-1)?.key));
    expect(workerOf(before?.key)).not.toBe(workerOf(afterAllocating?.key));
    expect(passed().at(-1)?.case).toBe(cases.at(-1)?.key);
  });
});
