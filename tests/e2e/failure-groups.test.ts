import { expect, test } from "vitest";
import type { ReportData, ReportFailureGroup } from "../../src/view/report/data.js";
import { assay } from "./assay.js";
import { type Faults, FieldCampaign, fieldCampaign } from "./field-campaign.js";
import { callbackModule } from "./ort-worker.js";

// Mixtral (hidden 4096) runs out of memory in fp32 from 64 tokens on; Qwen3 (hidden 2048) has a broken kernel at ep=2.
const twoKinds = `devices: [{name: cpu0, runtime: ort, callbacks: ${callbackModule("field")}}]
policy: {timing: {fixed: {warmup: 0, runs: 1}}}
cases:
  - {op: moe, callback: test/fails-by-case, models: mixtral-8x7b, dtype: [fp32, int4], tp: [2, 4, 8], tokens: [1, 16, 64, 128]}
  - {op: moe, callback: test/fails-by-case, models: qwen3-30b-a3b, dtype: [fp32, int4], ep: [1, 2, 4], tokens: [1, 16, 64, 128]}
`;

interface Findings {
  readonly failureGroups: readonly ReportFailureGroup[];
}

const summaryOf = ({ class: failureClass, members, shared, sharedBy, from }: ReportFailureGroup) => ({
  class: failureClass,
  members: members.map(({ name }) => name),
  shared,
  sharedBy,
  from,
});

const outOfMemory = {
  class: "out_of_memory",
  members: [2, 4, 8].map((tp) => `moe mixtral-8x7b fp32 tp${tp} balanced`),
  shared: { model: "mixtral-8x7b", dtype: "fp32", ep: "1" },
  sharedBy: 3,
  from: { axis: "tokens", size: 64 },
};
const expertParallel = {
  class: "callback_error",
  members: ["fp32", "int4"].map((dtype) => `moe qwen3-30b-a3b ${dtype} ep2 balanced`),
  shared: { model: "qwen3-30b-a3b", tp: "1", ep: "2" },
  sharedBy: 2,
  from: null,
};

test("two kinds of failure in one campaign come out as two groups, in text, JSON and report, with what runs them again", async () => {
  const campaign = new FieldCampaign(twoKinds);
  const run = await campaign.run({}, "--json");
  expect(run.exitCode).toBe(1);
  const { failureGroups } = JSON.parse(run.stdout) as Findings;
  expect(failureGroups.map(summaryOf)).toEqual([outOfMemory, expertParallel]);

  const status = JSON.parse((await assay("status", campaign.directory, "--json")).stdout) as Findings;
  const report = JSON.parse((await assay("report", campaign.directory, "--json")).stdout) as ReportData;
  expect(status.failureGroups).toEqual(failureGroups);
  expect(report.failureGroups).toEqual(failureGroups);

  const [memory, experts] = failureGroups;
  const { stdout: text } = await assay("status", campaign.directory);
  process.stdout.write(`${text.split("\n").slice(0, 18).join("\n")}\n`);
  expect(text.startsWith("2 findings in 5 failed cases:\n")).toBe(true);
  expect(text).toContain(
    `${memory?.id}  out_of_memory: 3 cases, all with model=mixtral-8x7b dtype=fp32 ep=1 (3 of 3 such), from tokens=64 on`,
  );
  expect(text).toContain(
    `${experts?.id}  callback_error: 2 cases, all with model=qwen3-30b-a3b tp=1 ep=2 (2 of 2 such)`,
  );
  expect(text).toContain(`again: assay resume ${campaign.directory} --only ${memory?.id}`);

  const attempts = campaign.records("attempt").length;
  const [, , ...words] = (memory?.again ?? "").split(" ");
  expect((await assay("resume", ...words)).exitCode).toBe(1);
  const again = campaign.records("attempt").slice(attempts);
  expect(again.map(({ case: key }) => key).sort()).toEqual(memory?.members.map(({ key }) => key).sort());
});

test("--only runs just the cases that it names, by the beginnings of their keys, failed or not", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 3 }));
  await campaign.run({ 1: "raise", 2: "raise", 3: "raise" });
  const [, second = ""] = campaign.keys();
  expect((await campaign.resume({}, "--only", second.slice(0, 8))).exitCode).toBe(1);
  expect(campaign.outcomes().slice(3)).toEqual([[2, "passed", undefined]]);
  const unknown = await campaign.resume({}, "--only", "f-00000000");
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("there is no group of failures f-00000000; there are: f-"),
  ]);
  const noCase = await campaign.resume({}, "--only", "zz");
  expect([noCase.exitCode, noCase.stderr]).toEqual([2, expect.stringContaining("no case's key begins with zz")]);
});

test("a hundred failures of one kind are one finding, however their numbers and paths differ", async () => {
  const cases = 100;
  const faults = Array.from({ length: cases }, (_, index) => [
    String(index + 1),
    {
      fault: "raise",
      at: 0,
      message: `kernel ${index} of /opt/models/m${index}/w.bin needs ${index * 1024} bytes at 0x${(index * 4096).toString(16)}`,
    },
  ]);
  const campaign = new FieldCampaign(fieldCampaign({ cases, tokens: [1] }));
  const { stdout } = await campaign.run(Object.fromEntries(faults) as Faults);
  expect(stdout).toMatch(/^1 finding in 100 failed cases:\nf-[0-9a-f]{8} {2}callback_error: 100 cases\n/);
  expect(stdout).toContain("- and 95 more\n");
});
