import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { TablesReport } from "../../src/view/report/tables-report.js";
import type { ServedRows, ServedTables } from "../../src/view/server/tables/messages.js";
import { assay, temporaryFolder } from "./assay.js";
import { runCallbacks } from "./callback-campaign.js";
import { ServedPage } from "./served-page.js";
import { tableFolder } from "./table-folder.js";

async function checked(page: ServedPage): Promise<ServedTables> {
  for (;;) {
    const tables = JSON.parse((await page.ask("/api/tables")).text) as ServedTables;
    if (tables.isChecked || tables.problem !== null) return tables;
    await pause(50);
  }
}

async function rowsOf(page: ServedPage, query: string): Promise<ServedRows> {
  return JSON.parse((await page.ask(`/api/tables/0/rows?${query}`)).text) as ServedRows;
}

test("tables of a folder are served with their rows, their findings and their curves, as the report has them", async () => {
  const folder = tableFolder(40);
  const page = await ServedPage.start(folder);
  const { tables, files, problem } = await checked(page);
  expect({ files, problem }).toEqual({ files: 1, problem: null });
  expect(tables[0]).toMatchObject({ kind: "moe", rows: 480, refused: 0, publication: { state: "unattested" } });
  const report = JSON.parse((await page.ask("/api/tables/report")).text) as TablesReport;
  expect(report).toEqual(JSON.parse((await assay("report", folder, "--json")).stdout));
  expect(report.check.findings[0]).toMatchObject({ gate: "spike", evidence: { kind: "curve" } });
  const rows = await rowsOf(page, "words=fp8%20num_tokens%3E%3D1024&sort=-latency&from=0&count=3");
  expect(rows).toMatchObject({ matching: 40, from: 0 });
  expect(rows.rows.map(([number]) => number)).toEqual([481, 457, 433]);
  const { text } = await page.ask("/api/tables/0/tsv?words=num_tokens%3D64");
  expect(text.trimEnd().split("\n")).toHaveLength(41);
});

test("a malformed, a huge and an empty question are answered or refused, and the server goes on", async () => {
  const page = await ServedPage.start(tableFolder(2));
  await checked(page);
  expect(await rowsOf(page, "from=-1&count=x&sort=../..&words=%00")).toEqual({ matching: 0, from: 0, rows: [] });
  expect((await rowsOf(page, "count=999999999")).rows).toHaveLength(24);
  expect((await page.ask(`/api/tables/0/rows?words=${"x".repeat(501)}`)).status).toBe(400);
  for (const place of ["1", "-1", "..", "%2e%2e", "0x0", "9".repeat(40)]) {
    expect((await page.ask(`/api/tables/${place}/rows`)).status).toBe(404);
  }
  expect((await page.ask("/api/tables/0/rows", { token: null })).status).toBe(401);
  expect((await page.ask("/api/overview")).status).toBe(404);
  expect((await rowsOf(page, "count=1")).matching).toBe(24);
});

test("a link that leads out of the folder is told and not read; one that was named is", async () => {
  const [folder, elsewhere] = [tableFolder(1), tableFolder(1)];
  const link = join(folder, "moe_perf.csv");
  symlinkSync(join(elsewhere, "h200_sxm/moe/vllm/0.24.0/moe_perf.csv"), link);
  const { tables } = await checked(await ServedPage.start(folder));
  expect(tables.map(({ rows }) => rows)).toEqual([12, 0]);
  expect(tables[1]?.publication.reasons[0]).toMatch(/a symbolic link, and only plain files inside/);
  expect((await checked(await ServedPage.start(link))).tables[0]?.rows).toBe(12);
});

test("files that are no tables are told beside those that are; waivers of the settings are taken over", async () => {
  const folder = tableFolder(40);
  writeFileSync(join(folder, "broken.parquet"), "no table");
  const settings = join(temporaryFolder(), "settings.yaml");
  const waiver = '{gate: spike, file: moe_perf.csv, reason: known, who: me, until: "2999-01-01"}';
  writeFileSync(settings, `waivers: [${waiver}]\n`);
  const page = await ServedPage.start(folder, undefined, "--settings", settings);
  const { tables } = await checked(page);
  expect(tables.map(({ format }) => format)).toEqual([null, "csv"]);
  const { check } = JSON.parse((await page.ask("/api/tables/report")).text) as TablesReport;
  expect(check.waived.map(({ finding }) => finding.gate)).toEqual(["spike"]);
});

test("a campaign beside tables is refused: it is served alone", async () => {
  const { directory } = await runCallbacks({ module: "measuring", callbacks: ["test/noop"] });
  const ended = await assay("serve", directory, tableFolder(1));
  expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
  expect(ended.stderr).toMatch(/is a campaign, which is served alone/);
});
