import { setTimeout as pause } from "node:timers/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, isLiving, journalRecords, startAssay, temporaryFolder } from "./assay.js";

function longCampaign(): { file: string; directory: string } {
  const folder = temporaryFolder();
  const file = join(folder, "campaign.yaml");
  writeFileSync(
    file,
    `devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 0, runs: 20}}}
cases: [{op: moe, models: qwen3-30b-a3b, dtype: [fp32, int4], ep: 32, tokens: [16, 24, 32, 48, 64, 96]}]
`,
  );
  return { file, directory: join(folder, "campaign") };
}

const points = (directory: string) => journalRecords(directory).filter(({ kind }) => kind === "point").length;

async function firstPoint(directory: string): Promise<void> {
  for (;;) {
    try {
      if (points(directory) > 0) return;
    } catch {
      // The journal is not there yet.
    }
    await pause(50);
  }
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("one %s finishes the point, says how to resume, and exits with %i", async (signal, code) => {
  const { file, directory } = longCampaign();
  const run = startAssay(["run", file, "--dir", directory]);
  await firstPoint(directory);
  run.child.kill(signal);
  const { exitCode, stderr } = await run.ended;
  expect(exitCode).toBe(code);
  expect(stderr).toContain(`assay resume ${directory}`);
  const records = journalRecords(directory);
  expect(records.at(-1)).toMatchObject({ kind: "session-end", reason: "drained" });
  expect(records.findLast(({ kind }) => kind === "outcome")).toMatchObject({ outcome: "drained" });
  const done = points(directory);
  expect(done).toBeLessThan(12);
  const resumed = await assay("resume", directory);
  expect(resumed.exitCode).toBe(0);
  expect(points(directory)).toBe(12);
});

test("a second Ctrl-C stops at once; the case counts neither as done nor as failed", async () => {
  const { file, directory } = longCampaign();
  const run = startAssay(["run", file, "--dir", directory]);
  await firstPoint(directory);
  run.child.kill("SIGINT");
  await pause(20);
  run.child.kill("SIGINT");
  const { exitCode } = await run.ended;
  expect(exitCode).toBe(130);
  const records = journalRecords(directory);
  expect(records.at(-1)).toMatchObject({ kind: "session-end" });
  const pids = records.filter(({ kind }) => kind === "worker").map((record) => record["pid"] as number);
  expect(pids.some(isLiving)).toBe(false);
  const status = JSON.parse((await assay("status", directory, "--json")).stdout) as { cases: { failed: number } };
  expect(status.cases.failed).toBe(0);
});

test("a second run on the same folder is refused with the pid of the first", async () => {
  const { file, directory } = longCampaign();
  const run = startAssay(["run", file, "--dir", directory]);
  await firstPoint(directory);
  const { exitCode, stderr } = await assay("resume", directory);
  expect(exitCode).toBe(3);
  expect(stderr).toContain(String(run.child.pid));
  run.child.kill("SIGINT");
  await run.ended;
});
