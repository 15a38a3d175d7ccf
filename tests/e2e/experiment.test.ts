import { setTimeout as pause } from "node:timers/promises";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExperimentResult } from "../../src/experiment/findings.js";
import type { ReportData } from "../../src/view/report/data.js";
import { assay, type Ended, journalRecords, startAssay, temporaryFolder } from "./assay.js";

const campaign = `devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 1, runs: 3}}}
cases:
  - {op: moe, models: qwen3-30b-a3b, dtype: [fp32, int4], ep: 64, tokens: [1, 4, 16]}
  - {op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: 32, tokens: [1, 4, 16]}
`;

const small = `devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 1, runs: 3}}}
cases: [{op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: 64, tokens: [1]}]
`;

function campaignFile(text = campaign): { readonly file: string; readonly directory: string } {
  const folder = temporaryFolder();
  const file = join(folder, "campaign.yaml");
  writeFileSync(file, text);
  return { file, directory: join(folder, "experiment") };
}

function resultOf({ stdout }: Ended): ExperimentResult {
  return (JSON.parse(stdout) as { experiment: ExperimentResult }).experiment;
}

/** Arm and case of each attempt, in the order in which they began. */
function attempts(directory: string): string[] {
  return journalRecords(directory)
    .filter(({ kind }) => kind === "attempt")
    .map((record) => `${String(record["arm"])} ${String(record["case"]).slice(0, 6)}`);
}

test("interleaved by default: each case in both arms, each arm in a worker of its own, the arms taking turns", async () => {
  const { file, directory } = campaignFile();
  const ended = await assay("paired", file, "--vary", "reclaim=always,after-success", "--dir", directory, "--json");
  expect(ended.exitCode).toBe(0);
  const { experiment, comparisons, callbacks } = resultOf(ended);
  expect(experiment).toEqual({ vary: "reclaim", order: "interleaved", margin: 0.1 });
  const [first, second, third] = callbacks
    .filter(({ arm }) => arm === "reclaim=always")
    .map((callback) => callback.case.slice(0, 6));
  const [always, once] = ["reclaim=always", "reclaim=after-success"];
  expect(attempts(directory)).toEqual([
    `${always} ${first}`,
    `${once} ${first}`,
    `${once} ${second}`,
    `${always} ${second}`,
    `${always} ${third}`,
    `${once} ${third}`,
  ]);
  const [comparison] = comparisons;
  expect(comparison).toMatchObject({
    cases: 3,
    equalKeys: true,
    equalOrder: true,
    equalKernels: true,
    equalRouting: true,
  });
  expect(comparison?.latency).toMatchObject({ pairs: 9, margin: 0.1 });
  expect(comparison?.latency.effectSize).not.toBeUndefined();
  const workers = journalRecords(directory).filter(({ kind }) => kind === "worker");
  expect(workers.map((record) => record["arm"])).toEqual([always, once]);
});

test("killed in the middle of an experiment: resume goes on with both arms, each point once", async () => {
  const { file, directory } = campaignFile();
  const running = startAssay([
    "paired",
    file,
    "--vary",
    "timing.fixed.runs=3,5",
    "--margin",
    "20%",
    "--dir",
    directory,
  ]);
  while (!existsSync(join(directory, "journal.jsonl")) || attempts(directory).length < 3) await pause(10);
  running.child.kill("SIGKILL");
  await running.ended;
  const resumed = await assay("resume", directory, "--json");
  expect(resumed.exitCode).toBe(0);
  const { comparisons, callbacks } = resultOf(resumed);
  expect(callbacks.map(({ state }) => state)).toEqual(Array(6).fill("done"));
  expect(comparisons[0]).toMatchObject({ cases: 3, equalKeys: true, equalOrder: true, latency: { margin: 0.2 } });
  const points = journalRecords(directory).filter(({ kind }) => kind === "point");
  const places = points.map((record) => JSON.stringify([record["arm"], record["case"], record["coordinates"]]));
  expect([places.length, new Set(places).size]).toEqual([18, 18]);
  const samples = (arm: string) =>
    points
      .filter((record) => record["arm"] === arm)
      .map((record) => (record["point"] as { series: { samplesNs: number[] }[] }).series[0]?.samplesNs.length);
  expect([samples("timing.fixed.runs=3"), samples("timing.fixed.runs=5")]).toEqual([
    Array(9).fill(3),
    Array(9).fill(5),
  ]);
});

test("rounds: each arm in a fresh worker a round, compared together; the folder takes no other number of them", async () => {
  const { file, directory } = campaignFile(small);
  const paired = ["paired", file, "--vary", "reclaim=never,after-success", "--dir", directory, "--rounds"];
  const ended = await assay(...paired, "2", "--json");
  expect(ended.exitCode).toBe(0);
  const { arms, comparisons } = resultOf(ended);
  const [never, once] = ["reclaim=never", "reclaim=after-success"];
  expect(arms).toEqual([never, once]);
  expect(comparisons[0]).toMatchObject({ cases: 2, equalKeys: true, equalOrder: true, equalRouting: true });
  expect([comparisons[0]?.latency.pairs, comparisons[0]?.rounds.map(({ pairs }) => pairs)]).toEqual([2, [1, 1]]);
  const workers = journalRecords(directory).filter(({ kind }) => kind === "worker");
  expect(workers.map(({ arm }) => arm)).toEqual([
    `${never} round 1`,
    `${once} round 1`,
    `${once} round 2`,
    `${never} round 2`,
  ]);
  expect(new Set(workers.map(({ pid }) => pid)).size).toBe(4);
  const report = JSON.parse((await assay("report", directory, "--json")).stdout) as ReportData;
  expect(report.memory?.map(({ arm }) => arm)).toEqual([never, once, once, never]);
  expect(new Set(report.cases.map(({ key }) => key)).size).toBe(4);
  const more = await assay(...paired, "3");
  expect(more.exitCode).toBe(3);
  expect(more.stderr).toContain(`${never}, ${once} in 2 rounds, and this would be`);
  const none = await assay(...paired, "0");
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining("write a whole number from 1")]);
});

test("status and report of an experiment tell what it found", async () => {
  const { file, directory } = campaignFile(campaign.replace("[fp32, int4]", "int4"));
  const ended = await assay("paired", file, "--vary", "reclaim=never,after-success", "--dir", directory);
  const status = await assay("status", directory);
  const found = "reclaim=after-success against reclaim=never, over 2 cases that both completed:";
  for (const text of [ended.stdout, status.stdout]) {
    expect(text).toContain(found);
    expect(text).toMatch(/memory of cpu0-1 \[reclaim=never\] over 2 callbacks: /);
  }
  const report = JSON.parse((await assay("report", directory, "--json")).stdout) as ReportData;
  expect(report.experiment).toEqual(resultOf(await assay("status", directory, "--json")));
  expect(report.cases.map(({ arm }) => arm)).toEqual([
    "reclaim=never",
    "reclaim=never",
    "reclaim=after-success",
    "reclaim=after-success",
  ]);
  const keys = new Set(report.cases.map(({ key }) => key));
  expect(report.memory?.flatMap(({ steps }) => steps).every((step) => keys.has(step.case))).toBe(true);
});

test.each([
  ["reclaim=never", "two or more values"],
  ["reclaim=never,sometimes", 'reclaim: Invalid option: expected one of "after-success"|"never"|"always"'],
  ["reclam=never,always", "reclam is no field that Assay knows here; did you mean reclaim?"],
  ["reclaim=never,[", "two or more values"],
])("--vary %s is refused in one line, exit code 2, nothing on disk", async (vary, message) => {
  const { file, directory } = campaignFile();
  const { exitCode, stderr } = await assay("paired", file, "--vary", vary, "--dir", directory);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(existsSync(directory)).toBe(false);
});

test("a plain campaign of a demonstration says that it is never published", async () => {
  const { file, directory } = campaignFile(campaign.replaceAll("op: moe,", "op: moe, callback: demo/leaky-moe,"));
  const told = "demonstration: never published (points of demo/leaky-moe)";
  expect((await assay("run", file, "--dir", directory)).stdout).toContain(told);
  expect((await assay("status", directory)).stdout).toContain(told);
});

test("the folder of an experiment takes no plan without its arms, nor the other way round, and is left as it is", async () => {
  const { file, directory } = campaignFile(small);
  await assay("paired", file, "--vary", "reclaim=always,after-success", "--dir", directory);
  const plain = `${directory}-plain`;
  await assay("run", file, "--dir", plain);
  const before = [directory, plain].map((folder) => readFileSync(join(folder, "journal.jsonl"), "utf8"));
  const run = await assay("run", file, "--dir", directory);
  const paired = await assay("paired", file, "--vary", "reclaim=never,always", "--dir", plain);
  const other = await assay("paired", file, "--vary", "reclaim=never,always", "--dir", directory);
  expect([run, paired, other].map(({ exitCode }) => exitCode)).toEqual([3, 3, 3]);
  expect(run.stderr).toContain(
    `${directory} holds an experiment with the arms reclaim=always, reclaim=after-success, and this would be a campaign ` +
      `without arms. Nothing was changed. Go on with it by: assay resume ${directory}; or give another folder with --dir`,
  );
  expect(paired.stderr).toContain("holds a campaign without arms, and this would be an experiment with the arms");
  expect(other.stderr).toContain("reclaim=never, reclaim=always");
  expect([directory, plain].map((folder) => readFileSync(join(folder, "journal.jsonl"), "utf8"))).toEqual(before);
});
