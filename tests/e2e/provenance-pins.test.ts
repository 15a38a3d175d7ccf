import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { journalRecords } from "./assay.js";
import { SteadyCampaign } from "./steady-campaign.js";

// Pins of a campaign file: what is here is what is pinned, or nothing starts and nothing is written.

const OTHER = "0123456789abcdef";

function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", ["-C", folder, ...identity, ...args], { encoding: "utf8" }).trim();
}

/** Commits the module of callbacks; the campaign itself is not of the repository. */
function commit(campaign: SteadyCampaign): string {
  if (!existsSync(join(campaign.folder, ".git"))) git(campaign.folder, "init", "--quiet");
  git(campaign.folder, "add", "*.mjs");
  git(campaign.folder, "commit", "--quiet", "--message", "callbacks");
  return git(campaign.folder, "rev-parse", "HEAD");
}

const wrong: readonly (readonly [string, string, string, string])[] = [
  ["commit", `source: {commit: "${OTHER}", approved_by: me}`, "source.commit", OTHER],
  ["closure", `source: {closure: "${OTHER}", approved_by: me}`, "source.closure", OTHER],
  ["version", "environment: {onnxruntime: 0.0.1}", "environment.onnxruntime", "0.0.1"],
  ["version of what is not here", "environment: {vllm: 0.32.0}", "environment.vllm", "0.32.0"],
  ["device", "device: {name: NVIDIA B200}", "device.name", "NVIDIA B200"],
];

describe.each(wrong)("a wrong %s", (_what, pin, field, wanted) => {
  test("refuses a new campaign with both values, and makes no folder", async () => {
    const campaign = new SteadyCampaign({ cases: 1, more: pin });
    const head = commit(campaign);
    const { exitCode, stderr, stdout } = await campaign.run();
    expect([exitCode, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(`${field}: ${wanted} is pinned, `);
    const here =
      { "source.commit": head, "environment.onnxruntime": "1.", "device.name": cpus()[0]?.model.trim() ?? "" }[field] ??
      "";
    expect(stderr).toContain(here);
    expect(existsSync(campaign.directory)).toBe(false);
  });
});

test("a wrong pin refuses to go on with a campaign, and leaves its folder as it is, byte by byte", async () => {
  const campaign = new SteadyCampaign({ cases: 2 });
  commit(campaign);
  await campaign.runUntil(2);
  const [before, files] = [
    campaign.bytes(),
    readdirSync(campaign.directory, { recursive: true })
      .map(String)
      .toSorted((a, b) => a.localeCompare(b)),
  ];
  for (const [, more] of wrong) {
    campaign.write({ cases: 2, more });
    expect((await campaign.run()).exitCode).toBe(3);
    expect((await campaign.assay("qualify", "--campaign", campaign.file)).exitCode).toBe(3);
    expect(campaign.bytes()).toEqual(before);
    expect(
      readdirSync(campaign.directory, { recursive: true })
        .map(String)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(files);
  }
});

test("a pin that holds when the campaign begins is held to by every later run", async () => {
  const campaign = new SteadyCampaign({ cases: 2 });
  const first = commit(campaign);
  campaign.write({ cases: 2, more: `source: {commit: ${JSON.stringify(first)}, approved_by: me}` });
  await campaign.runUntil(2);
  const before = campaign.bytes();
  // Another commit with the same modules: the closure is the same, the approval is not.
  git(campaign.folder, "commit", "--quiet", "--allow-empty", "--message", "another");
  const { exitCode, stderr } = await campaign.assay("resume");
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining(`source.commit: ${first} is pinned`)]);
  expect(stderr).toContain(git(campaign.folder, "rev-parse", "HEAD"));
  expect(campaign.bytes()).toEqual(before);
});

/** Begins a campaign with a qualification, pinned to a commit. */
async function runPinned(campaign: SteadyCampaign, hash: string): Promise<void> {
  const more = `source: {commit: ${JSON.stringify(hash)}, approved_by: the owner}`;
  campaign.write({ cases: 2, policy: "qualify: true", more });
  expect((await campaign.run()).exitCode).toBe(0);
}

test("pinned, clean and qualified is final, and names who approved", async () => {
  const campaign = new SteadyCampaign();
  const head = commit(campaign);
  await runPinned(campaign, head);
  const { provenance } = await campaign.answer<{ provenance: { publication: object; qualifications: object[] } }>(
    "status",
  );
  expect(provenance.publication).toEqual({ state: "final", reasons: [] });
  expect(provenance.qualifications).toMatchObject([{ approved: { commit: head, approvedBy: "the owner" } }]);
});

test.each<[string, string, (campaign: SteadyCampaign) => void]>([
  ["a tracked file was changed", "steady.mjs", (campaign) => campaign.change(1.5)],
  [
    "a file that is imported is not in the commit",
    "layer.mjs",
    ({ folder }) => {
      git(folder, "rm", "--quiet", "--cached", "layer.mjs");
      git(folder, "commit", "--quiet", "--message", "without its layer");
    },
  ],
])("a draft, and it says so, where %s", async (_what, changed, change) => {
  const campaign = new SteadyCampaign();
  commit(campaign);
  change(campaign);
  const head = git(campaign.folder, "rev-parse", "HEAD");
  await runPinned(campaign, head);
  const [worker] = journalRecords(campaign.directory).filter(({ kind }) => kind === "worker");
  expect(worker?.["provenance"]).toMatchObject({ git: { commit: head, dirty: true, changed: [changed] } });
  expect((await campaign.assay("status")).stdout).toContain(
    `publication: draft, since points were measured from a tree with changes (${changed})`,
  );
});

test("new pins come with a new qualification: the way on after an approved change", async () => {
  const campaign = new SteadyCampaign({ cases: 3, policy: "qualification: {callbacks: 2}" });
  const first = commit(campaign);
  const pin = (hash: string) =>
    campaign.write({
      cases: 3,
      policy: "qualification: {callbacks: 2}",
      more: `source: {commit: ${JSON.stringify(hash)}, approved_by: me}`,
    });
  pin(first);
  await campaign.runUntil(2);
  campaign.change(1.001);
  const second = commit(campaign);
  expect((await campaign.assay("qualify")).exitCode).toBe(3);
  pin(second);
  expect((await campaign.run()).exitCode).toBe(3);
  expect((await campaign.assay("qualify", "--campaign", campaign.file)).exitCode).toBe(0);
  expect((await campaign.assay("resume")).exitCode).toBe(0);
  expect(await campaign.points()).toMatchObject({ planned: 9, failed: 0, missing: 0 });
});

test("mistakes in pins are mistakes of the file, each with its line", async () => {
  const campaign = new SteadyCampaign();
  writeFileSync(
    campaign.file,
    `devices: [{name: cpu0, runtime: ort}]
source: {approved_by: me}
environment: {}
supersedes: {seal: abc, campaign: x}
policy: {qualification: {callbacks: 0, allow_flags: [noisi]}}
cases: [{op: moe, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: [1]}]
`,
  );
  const { exitCode, stderr } = await campaign.run();
  expect(exitCode).toBe(2);
  for (const line of ["2:", "3:", "4:", "5:"]) expect(stderr).toContain(line);
  expect(stderr).toContain("takes a `commit`, a `closure`, or both");
  expect(existsSync(campaign.directory)).toBe(false);
});
