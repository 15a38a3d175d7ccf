import { setTimeout as pause } from "node:timers/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pointKey } from "../../src/identity/keys.js";
import { assay, isLiving, journalRecords, startAssay, temporaryFolder } from "./assay.js";

const KILLS = 20;

const campaign = `devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 1, runs: 6}}}
cases:
  - {op: moe, models: qwen3-30b-a3b, dtype: [fp32, int4], ep: 64, tokens: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]}
  - {op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: 32, tokens: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]}
`;

function pointKeys(directory: string): string[] {
  return journalRecords(directory)
    .filter(({ kind }) => kind === "point")
    .map((record) => pointKey(record["case"] as string, record["coordinates"] as Record<string, number>));
}

function workerPids(directory: string): number[] {
  return journalRecords(directory)
    .filter(({ kind }) => kind === "worker")
    .map((record) => record["pid"] as number);
}

async function goneWithin(pids: readonly number[], seconds: number): Promise<boolean> {
  for (let waited = 0; waited < seconds * 10; waited += 1) {
    if (!pids.some(isLiving)) return true;
    await pause(100);
  }
  return false;
}

test(`kill -9 at ${KILLS} moments, then resume: the point keys of a calm run, each once, and no worker left`, async () => {
  const folder = temporaryFolder();
  const file = join(folder, "campaign.yaml");
  writeFileSync(file, campaign);
  const calm = join(folder, "calm");
  expect((await assay("run", file, "--dir", calm)).exitCode).toBe(0);
  const expected = pointKeys(calm).sort();
  expect(expected).toHaveLength(30);

  const pointsAtKill: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const directory = join(folder, `killed-${kill}`);
    const run = startAssay(["run", file, "--dir", directory]);
    // The moments are spread over the calm run by its points, which a busy machine does not shift, and by chance.
    await pointsMeasured(directory, Math.floor((kill * expected.length) / KILLS));
    await pause(Math.random() * 60);
    run.child.kill("SIGKILL");
    await run.ended;
    const pids = workerPids(directory);
    pointsAtKill.push(pointKeys(directory).length);
    expect(await goneWithin(pids, 5)).toBe(true);
    const { exitCode } = await assay("run", file, "--dir", directory);
    expect(exitCode).toBe(0);
    expect(pointKeys(directory).sort()).toEqual(expected);
  }
  process.stdout.write(`points done at each kill: ${pointsAtKill.join(" ")} of ${expected.length}\n`);
  expect(pointsAtKill.filter((points) => points > 0 && points < expected.length).length).toBeGreaterThanOrEqual(15);
}, 300_000);

test("killed inside a long run of the native layer: the worker is gone within 5 s, and resume measures the point", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "campaign.yaml");
  writeFileSync(
    file,
    `devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 0, runs: 1}}}
cases: [{op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: 8, tokens: [1, 16384]}]
`,
  );
  const directory = join(folder, "campaign");
  const run = startAssay(["run", file, "--dir", directory]);
  await pointsMeasured(directory, 1);
  await pause(500);
  run.child.kill("SIGKILL");
  await run.ended;
  const pids = workerPids(directory);
  expect(pids.length).toBeGreaterThan(0);
  expect(await goneWithin(pids, 5)).toBe(true);
  expect((await assay("resume", directory)).exitCode).toBe(0);
  expect(pointKeys(directory)).toHaveLength(2);
});

/** Waits until the journal holds so many points. */
async function pointsMeasured(directory: string, count: number): Promise<void> {
  while (measured(directory) < count) await pause(10);
}

function measured(directory: string): number {
  try {
    return pointKeys(directory).length;
  } catch {
    // The journal is not there yet.
    return -1;
  }
}
