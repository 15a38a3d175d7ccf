import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, type Ended, temporaryFolder } from "./assay.js";

const noop = join(import.meta.dirname, "..", "..", "bench", "noop-callbacks.mjs");

function campaignFile(cases: string, folder = temporaryFolder()): string {
  const file = join(folder, "campaign.yaml");
  const devices = `devices: [{name: cpu0, runtime: ort, cores: "0", callbacks: ${JSON.stringify(noop)}}]\n`;
  const policy = "policy: {timing: {fixed: {warmup: 1, runs: 2}}}\n";
  writeFileSync(file, `${devices}${policy}cases:\n${cases}`);
  return file;
}

const deepseek =
  "  - {op: moe, models: [deepseek-v3, deepseek-v3.2], dtype: [fp32, int4], ep: [3, 64], tokens: {from: 1, to: 64, factor: 2}}\n";

function expectUsageError({ exitCode, stdout, stderr }: Ended): string {
  expect(exitCode).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr;
}

test("a plan says its cases, what it refuses and why, what it needs; the second call says the same", async () => {
  const file = campaignFile(deepseek);
  const [first, second] = [await assay("plan", file), await assay("plan", file)];
  expect(first.exitCode).toBe(0);
  expect(first.stdout).toContain("moe deepseek-v3+deepseek-v3.2 fp32 ep64 balanced");
  expect(first.stdout).toContain("4 × EP 3 of 256 experts: no equal shares, e.g. deepseek-v3 fp32 tp1 ep3");
  expect(first.stdout).toContain("2 cases, 14 points, on cpu0 (ort)");
  expect(first.stdout).toMatch(/^memory: up to 672 MiB of weights a case, from 777 MiB of scratch files/m);
  expect(first.stdout).toMatch(/^time: .*by assumption, off by a factor of 3 either way/m);
  expect(second.stdout).toBe(first.stdout);
});

test("a plan of no cases says why, with exit code 3", async () => {
  const { exitCode, stdout } = await assay(
    "plan",
    campaignFile("  - {op: moe, models: qwen3-32b, dtype: fp32, tokens: 1}\n"),
  );
  expect(exitCode).toBe(3);
  expect(stdout).toContain("the model has no MoE layer, e.g. qwen3-32b");
  expect(stdout).toContain("nothing to measure: all that the file asks for is refused, for the reason above");
});

test("filters choose, may be repeated, and say what there is where they match nothing", async () => {
  const file = campaignFile(deepseek);
  const chosen = await assay("plan", file, "--dtype", "int4", "--ep", "64", "--model", "deepseek-v3", "--op", "moe");
  expect(chosen.stdout).toContain("1 case, 7 points");
  const both = await assay("plan", file, "--dtype", "int4", "--dtype", "fp32", "--tp", "1", "--ep", "64");
  expect(both.stdout).toContain("2 cases, 14 points");
  expect(both.stdout).not.toContain("refused");
  expect(expectUsageError(await assay("plan", file, "--model", "deepseek"))).toContain(
    "no case has --model deepseek (did you mean deepseek-v3?); there are: deepseek-v3, deepseek-v3.2",
  );
});

test("--show tells one case whole; an ambiguous or unknown key is told with the cases", async () => {
  const file = campaignFile(deepseek);
  const { cases } = JSON.parse((await assay("plan", file, "--json")).stdout) as { cases: { key: string }[] };
  const key = cases[0]?.key ?? "";
  const { exitCode, stdout } = await assay("plan", file, "--show", key.slice(0, 12));
  expect(exitCode).toBe(0);
  for (const part of [key, "routing.groups.kept", "table num_experts", "rank 0"]) expect(stdout).toContain(part);
  expect(expectUsageError(await assay("plan", file, "--show", "nothing"))).toContain(key.slice(0, 12));
  const shown = JSON.parse((await assay("plan", file, "--show", key, "--json")).stdout) as Record<string, unknown>;
  expect(shown).toMatchObject({ schema_version: 1, key, models: ["deepseek-v3", "deepseek-v3.2"] });
  expect(shown["points"]).toHaveLength(7);
});

test("--json holds the plan, its estimate and no difference where no campaign was named", async () => {
  const { stdout } = await assay("plan", campaignFile(deepseek), "--json", "--dtype", "fp32");
  expect(JSON.parse(stdout)).toMatchObject({
    schema_version: 1,
    filter: { dtype: ["fp32"] },
    cases: [{ weightBytes: 672 * 2 ** 20, memoryBytes: 672 * 2 ** 20, time: { points: 7, pointsFromLedger: 0 } }],
    refusals: [{ rule: "ep divides experts", count: 2 }],
    estimate: { scratchBytes: 672 * 2 ** 20 },
    difference: null,
  });
});

test("against a campaign that ran: what is kept, new and dropped, with times as measured", async () => {
  const folder = temporaryFolder();
  const directory = join(folder, "first");
  const before = "  - {op: moe, callback: bench/noop, models: mixtral-8x7b, dtype: fp32, tp: [4, 8], tokens: [1, 2]}\n";
  const file = campaignFile(before, folder);
  expect((await assay("run", file, "--dir", directory)).exitCode).toBe(0);
  const journal = readFileSync(join(directory, "journal.jsonl"), "utf8");

  const same = await assay("plan", file, "--dir", directory);
  expect(same.stdout).toContain(`against ${directory}: 4 points kept, nothing new, missing or dropped`);
  expect(same.stdout).toMatch(/^time: \d s, as measured before$/m);

  campaignFile(before.replace("tp: [4, 8], tokens: [1, 2]", "tp: [8, 2], tokens: [2, 4]"), folder);
  const changed = await assay("plan", file, "--dir", directory);
  expect(changed.stdout).toContain("1 point kept, 3 new, 3 dropped");
  expect(changed.stdout).toContain("  moe mixtral-8x7b fp32 tp4 balanced: 2 dropped");
  expect(changed.stdout).toContain("left to measure: 3 points");
  const filtered = await assay("plan", file, "--dir", directory, "--tp", "8");
  expect(filtered.stdout).toContain("1 point kept, 1 new, 1 dropped");

  const known = await assay("plan", file, "--history", directory);
  expect(known.stdout).toContain("1 of 4 points as measured before");
  expect(readFileSync(join(directory, "journal.jsonl"), "utf8")).toBe(journal);
});

test("a folder that holds no campaign is told in one line", async () => {
  const file = campaignFile(deepseek);
  for (const option of ["--dir", "--history"]) {
    const stderr = expectUsageError(await assay("plan", file, option, "no-such-folder"));
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("no-such-folder");
  }
});
