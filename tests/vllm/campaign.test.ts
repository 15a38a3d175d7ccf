import { beforeAll, describe, expect, it } from "vitest";
import { CampaignFolder, shippedCampaign } from "./campaign-folder.js";
import { isVllmMissing } from "./vllm-environment.js";

describe.skipIf(isVllmMissing)("the shipped campaign of vLLM's own layers", () => {
  const campaign = new CampaignFolder(shippedCampaign);
  const cases = campaign.plan.cases;
  const native = cases.filter(({ case: layer }) => layer.dtype === "bf16");
  const refused = cases.filter(({ case: layer }) => layer.dtype !== "bf16");
  let exitCode: number | null = null;

  beforeAll(async () => {
    ({ exitCode } = await campaign.run());
  }, 900_000);

  const passed = () => campaign.records("outcome").filter(({ outcome }) => outcome === "passed");

  it("measures at least twelve bf16 cases of six models, balanced and by a power law", () => {
    expect(exitCode).toBe(1);
    expect(new Set(native.flatMap(({ models }) => models)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(native.map(({ case: layer }) => layer.workload.distribution))).toEqual(
      new Set(["balanced", "power_law"]),
    );
    expect(passed().map((record) => record.case)).toEqual(native.map(({ key }) => key));
    expect(passed().length).toBeGreaterThanOrEqual(12);
  });

  it("measures the first twelve in one worker, each equal to the reference", () => {
    const [first] = campaign.records("worker");
    const log = campaign.log(first?.worker ?? "");
    expect(log.match(/the output differs from the reference by 0\.0/g)?.length).toBeGreaterThanOrEqual(12);
  });

  it("reads kernel and router back from the layer", () => {
    for (const { point } of campaign.records("point")) {
      expect(point.kernel).toMatch(/^vllm\/CPU\w+/);
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
      ({ models, case: layer }) => models.includes("deepseek-v3") && layer.workload.distribution === "balanced",
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

  it("ends what vLLM refuses in its own words, a group a dtype", async () => {
    const failures = campaign.records("outcome").filter(({ outcome }) => outcome === "failed");
    expect(failures.map((record) => record.case)).toEqual(refused.map(({ key }) => key));
    const [block, int8] = failures.map(({ failure }) => [failure?.class, failure?.message]);
    expect(block).toEqual(["unsupported", expect.stringContaining("Unsupported FP8 MoE backend")]);
    expect(int8).toEqual([
      "unsupported",
      expect.stringContaining("No Int8 MoE backend supports the deployment configuration"),
    ]);
  });

  it("replaces the worker in which a failed layer stayed, alone, and goes on", () => {
    const [first, second, ...more] = campaign.records("worker-end");
    expect(first?.reason).toContain("the failed layer stayed");
    expect(second?.reason).toBe("no work is left");
    expect(more).toEqual([]);
    expect(passed().at(-1)?.case).toBe(cases.at(-1)?.key);
  });
});
