import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { assay, startAssay, temporaryFolder } from "./assay.js";

const good = `devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 0, runs: 2}}}
cases: [{op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: 64, tokens: [1, 2]}]
`;

function campaignFile(text: string): string {
  const file = join(temporaryFolder(), "campaign.yaml");
  writeFileSync(file, text);
  return file;
}

test("four mistakes in a campaign file: all four with line and column, exit code 2, nothing on disk", async () => {
  const file = campaignFile(`devices:
  - {name: CPU 0, runtime: ort}
policy:
  reclaim: sometimes
cases:
  - op: moe
    models: mixtral-8x7b
    dtype: fp32
    tokens: [1, 0]
    tpp: 4
`);
  const directory = join(temporaryFolder(), "campaign");
  const { exitCode, stdout, stderr } = await assay("run", file, "--dir", directory);
  expect(exitCode).toBe(2);
  expect(stdout).toBe("");
  for (const place of ["2:12", "4:12", "9:17", "10:5"]) expect(stderr).toContain(`${file}:${place}  `);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(directory)).toBe(false);
});

test("an unknown model lists near names", async () => {
  const { exitCode, stderr } = await assay("plan", campaignFile(good.replace("qwen3-30b-a3b", "qwen3-30b-a3")));
  expect(exitCode).toBe(2);
  expect(stderr).toContain("qwen3-30b-a3b");
  expect(stderr).not.toMatch(/^\s+at /m);
});

test("a missing file and a folder without a campaign are told in one line", async () => {
  for (const args of [
    ["plan", "no-such.yaml"],
    ["run", "no-such.yaml", "--dir", "x"],
    ["status", "no-such"],
    ["resume", "no-such"],
    ["report", "no-such"],
  ]) {
    const { exitCode, stderr } = await assay(...args);
    expect(exitCode).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("no-such");
  }
});

test("a wrong option and a wrong command: usage, exit code 2", async () => {
  expect((await assay("run", "--dri", "x")).exitCode).toBe(2);
  const { exitCode, stderr } = await assay("repotr");
  expect(exitCode).toBe(2);
  expect(stderr).toContain("report");
});

test.skipIf(process.getuid?.() !== 0)(
  "a folder that this user may not write: one clear message (needs root)",
  async () => {
    const parent = temporaryFolder();
    const file = join(parent, "campaign.yaml");
    writeFileSync(file, good);
    chmodSync(parent, 0o755);
    const { exitCode, stderr } = await startAssay(["run", file, "--dir", join(parent, "campaign")], { uid: 65534 })
      .ended;
    expect(exitCode).toBe(3);
    expect(stderr).toContain(join(parent, "campaign"));
    expect(stderr).toMatch(/permission|may not write/);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(existsSync(join(parent, "campaign"))).toBe(false);
  },
);

/** Mounts a file system of a given size; `null` where that is not allowed. */
function smallDisk(kib: number): string | null {
  const folder = temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", folder]).status !== 0) return null;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

test("a full disk stops the campaign with one message; what was durable stays, and resume goes on after space is made", async (context) => {
  const disk = smallDisk(64 * 1024);
  if (disk === null) return context.skip("a tmpfs cannot be mounted here");
  const directory = join(disk, "campaign");
  mkdirSync(directory);
  const noop = join(import.meta.dirname, "..", "..", "bench", "noop-callbacks.mjs");
  copyFileSync(noop, join(disk, "callbacks.mjs"));
  const file = campaignFile(`devices: [{name: cpu0, runtime: ort, callbacks: ${join(disk, "callbacks.mjs")}}]
policy: {timing: {fixed: {warmup: 0, runs: 2}}}
cases: [{op: moe, callback: bench/noop, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: {from: 1, to: 100000, factor: 1.01}}]
`);
  // Room for the plan and some points: the rest of the disk is taken.
  spawnSync("fallocate", ["-l", `${64 * 1024 - 200}k`, join(disk, "ballast")]);
  const { exitCode, stderr } = await assay("run", file, "--dir", directory);
  expect(stderr).toContain("journal.jsonl");
  expect(stderr).toMatch(/disk is full|no space/i);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(exitCode).toBe(3);
  const kept = readFileSync(join(directory, "journal.jsonl"), "utf8");
  spawnSync("rm", [join(disk, "ballast")]);
  expect((await assay("resume", directory)).exitCode).toBe(0);
  expect(
    readFileSync(join(directory, "journal.jsonl"), "utf8").startsWith(kept.slice(0, kept.lastIndexOf("\n") + 1)),
  ).toBe(true);
});
