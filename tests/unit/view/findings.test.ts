// What a check found, as reports show it: of a campaign's points, and of tables.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { checkTables } from "../../../src/tables/checks/check-tables.js";
import { settingsSchema } from "../../../src/tables/checks/settings.js";
import { readTableFile } from "../../../src/tables/import/read-table-file.js";
import { campaignCheck } from "../../../src/view/report/campaign-check.js";
import { reportData } from "../../../src/view/report/report-data.js";
import { tablesReport } from "../../../src/view/report/tables-report.js";
import { CampaignHistory } from "../../fixtures/campaign-history.js";
import { gemmRows, parquetOf, tableOf } from "../tables/tables.js";

const sizes = [1, 2, 4, 8, 16, 32, 64];

function history(callback: string, points: Readonly<Record<number, number>>) {
  const entry = `{op: moe, callback: ${callback}, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: [${sizes.join()}]}`;
  const file = `devices: [{name: cpu0, runtime: ort}]\ncases: [${entry}]\n`;
  return new CampaignHistory(planCampaign(file, "campaign.yaml"))
    .worker("cpu0-1", { versions: { onnxruntime: "1.30.0" }, facts: { model: "AMD EPYC" } })
    .attempt({ caseIndex: 0, points });
}

const spiked = Object.fromEntries(sizes.map((size) => [size, size === 16 ? 9 : 1 + size / 100]));

describe("a campaign's report", () => {
  test("shows a bad point with the curve that it stands out of", () => {
    const check = reportData(history("moe", spiked).fold, "first").check;
    expect(check?.tables).toMatchObject([
      { file: "first/moe (as it would be exported)", rows: 7, publication: { state: "draft" } },
    ]);
    expect(check?.tables[0]?.measurers).toEqual([
      { framework: "onnxruntime", version: "1.30.0", device: "AMD EPYC", rows: 7 },
    ]);
    const spike = check?.findings.find(({ gate }) => gate === "spike");
    expect(spike).toMatchObject({ severity: "error", evidence: { kind: "curve", axis: "num_tokens", bad: [4] } });
    expect(check?.gates.find(({ name }) => name === "spike")?.todo).toContain("measure these points again");
  });

  test("has no check where no point may leave the campaign", () => {
    expect(campaignCheck(history("demo/leaky-moe", spiked).fold, "first")).toBeNull();
  });
});

describe("a report on tables", () => {
  function reportOn(files: Readonly<Record<string, Uint8Array>>, waivers: readonly object[] = []) {
    const folder = mkdtempSync(join(tmpdir(), "assay-report-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const read = Object.keys(files).map((name) => readTableFile(join(folder, name)));
    const settings = settingsSchema.parse({ waivers });
    return tablesReport("tables", read, checkTables(read, settings, "2026-01-01"));
  }
  const table = tableOf("gemm", [...gemmRows(spiked), ...gemmRows(spiked, { n: 512 })]);
  const bytes = parquetOf(table);

  test("has each table, what is known of it, its curves and what is wrong", () => {
    const report = reportOn({ "gemm_perf.parquet": bytes, "moe_perf.parquet": bytes.subarray(0, 9) });
    expect(report.check.tables).toMatchObject([
      { kind: "gemm", rows: 14, refused: 0, measurers: [{ device: "NVIDIA H200", rows: 14 }] },
      { format: null, publication: { state: "unusable", reasons: [expect.stringContaining("Parquet")] } },
    ]);
    expect(report.curves).toMatchObject([
      {
        axis: "m",
        columns: ["n"],
        curves: [
          [[5120], sizes, Object.values(spiked)],
          [[512], sizes, expect.anything()],
        ],
      },
    ]);
    const unreadable = report.check.findings.find(({ gate }) => gate === "unreadable");
    expect(unreadable?.evidence).toMatchObject({ kind: "cells", rows: [[9, "PAR1·····", "PAR1·····"]] });
  });

  test("tells what somebody decided about, apart from what is open", () => {
    const waiver = {
      gate: "cold-first-point",
      file: "gemm_perf.parquet",
      reason: "known",
      who: "me",
      until: "2026-12-31",
    };
    const cold = { ...spiked, 1: 4, 16: 1.16 };
    const file = { "gemm_perf.parquet": parquetOf(tableOf("gemm", gemmRows(cold))) };
    expect(reportOn(file).check.findings.map(({ gate }) => gate)).toContain("cold-first-point");
    const { check } = reportOn(file, [waiver]);
    expect(check.findings.map(({ gate }) => gate)).not.toContain("cold-first-point");
    expect(check.waived).toMatchObject([{ reason: "known", who: "me", finding: { gate: "cold-first-point" } }]);
  });
});
