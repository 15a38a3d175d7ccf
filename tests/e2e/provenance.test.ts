import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { assay, journalRecords, startAssay, temporaryFolder } from "./assay.js";
import { ProductCopy } from "./product-copy.js";
import { SteadyCampaign } from "./steady-campaign.js";

const adoption = ["--reason", "a comment", "--approved-by", "the owner", "--until", "2999-01-01"];

interface Provenance {
  readonly qualification: string;
  readonly closures: readonly { readonly closure: string; readonly counts: boolean }[];
  readonly publication: { readonly state: string; readonly reasons: readonly string[] };
}

/** The closure that does not count any more. */
async function olderClosure(campaign: SteadyCampaign): Promise<string> {
  const { provenance } = await campaign.answer<{ provenance: Provenance }>("status");
  return provenance.closures.find(({ counts }) => !counts)?.closure ?? "none";
}

test(
  "measured halfway, changed, refused, qualified, completed: with the product's own callback",
  { timeout: 300_000 },
  async () => {
    const product = new ProductCopy();
    const directory = join(temporaryFolder(), "campaign");
    const file = join(product.folder, "campaign.yaml");
    writeFileSync(
      file,
      `devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 1, runs: 5}}, qualification: {allow_flags: [noisy, drifting, cold_first_sample, collected_while_timing]}}
cases: [{op: moe, models: qwen3-30b-a3b, dtype: [fp32, int4], ep: [32, 64], tokens: [1, 2, 4, 8, 16, 32]}]
`,
    );
    const half = startAssay(["run", file, "--dir", directory], { main: product.main });
    while (pointsIn(directory) < 12) await pause(10);
    half.child.kill("SIGTERM");
    expect((await half.ended).exitCode).toBe(143);
    const before = readFileSync(join(directory, "journal.jsonl"), "utf8");
    const old = pointsIn(directory);
    expect(old).toBeLessThan(24);

    product.addLine(
      "dist/runtimes/ort/callbacks/moe.js",
      "// a line that changes nothing, which only a qualification can show",
    );
    const refused = await product.assay("resume", directory);
    expect([refused.exitCode, refused.stdout]).toEqual([3, ""]);
    expect(refused.stderr).toContain("dist/runtimes/ort/callbacks/moe.js changed");
    expect(refused.stderr).toContain(`assay qualify ${directory}`);
    expect(readFileSync(join(directory, "journal.jsonl"), "utf8")).toBe(before);
    expect((await product.assay("run", file, "--dir", directory)).exitCode).toBe(3);

    const qualified = await product.assay("qualify", directory, "--json");
    expect([qualified.exitCode, JSON.parse(qualified.stdout)]).toEqual([
      0,
      expect.objectContaining({ passed: true, qualification: "q1" }),
    ]);
    const sweeps = journalRecords(directory).filter(
      ({ kind, qualification }) => kind === "attempt" && qualification === "q1",
    );
    expect(sweeps.map(({ points }) => points)).toEqual([6, 6, 6, 6]);
    expect(new Set(sweeps.map(({ worker }) => worker)).size).toBe(1);

    const resumed = await product.assay("resume", directory);
    expect(resumed.exitCode).toBe(0);
    const { points } = JSON.parse((await product.assay("status", directory, "--json")).stdout) as { points: object };
    expect(points).toMatchObject({ planned: 24, failed: 0, missing: 0 });
    expect(readFileSync(join(directory, "journal.jsonl"), "utf8").startsWith(before)).toBe(true);
    expect((await product.assay("verify", directory)).stdout).toContain("all of it fits together");
  },
);

function pointsIn(directory: string): number {
  if (!existsSync(join(directory, "journal.jsonl"))) return 0;
  return journalRecords(directory).filter(({ kind }) => kind === "point").length;
}

describe("older points", () => {
  /** Six cases of three points: five points before the change, then four qualified sweeps, then what was missing. */
  async function halfChanged(factor: number, firstFactor = 1): Promise<SteadyCampaign> {
    const campaign = new SteadyCampaign({ policy: "qualification: {callbacks: 2}" });
    campaign.change(firstFactor);
    await campaign.runUntil(11);
    campaign.change(factor);
    expect((await campaign.assay("qualify")).exitCode).toBe(0);
    return campaign;
  }

  test("stay as they are, are counted apart, and are measured again when asked for", async () => {
    const campaign = await halfChanged(1.001);
    const before = campaign.bytes();
    const old = (await campaign.points())["older"] ?? 0;
    expect(old).toBeGreaterThanOrEqual(5);
    const resumed = await campaign.assay("resume");
    expect(resumed.exitCode).toBe(0);
    expect(resumed.stderr).toContain(`${old} older points left`);
    expect(await campaign.points()).toMatchObject({ planned: 18, done: 18 - old, older: old, failed: 0, missing: 0 });
    expect((await campaign.assay("status")).stdout).toContain(`${18 - old} of 18 points, ${old} older`);
    expect(campaign.bytes().subarray(0, before.length)).toEqual(before);

    expect((await campaign.assay("resume", "--remeasure", "older")).exitCode).toBe(0);
    expect(await campaign.points()).toMatchObject({ planned: 18, done: 18, older: 0, missing: 0 });
    expect(campaign.bytes().subarray(0, before.length)).toEqual(before);
  });

  test("are left out of an export unless they are asked for, and make it a draft that says so", async () => {
    const campaign = await halfChanged(1.001);
    await campaign.assay("resume");
    const { older = 0 } = await campaign.points();
    const rows = async (...options: string[]) => {
      const answer = await campaign.answer<{ files: { rows: number }[]; publication: Provenance["publication"] }>(
        "export",
        "--to",
        join(campaign.folder, `tables-${options.length}`),
        ...options,
      );
      return { rows: answer.files.reduce((sum, file) => sum + file.rows, 0), reasons: answer.publication.reasons };
    };
    expect((await rows()).rows).toBe(18 - older);
    const withOlder = await rows("--older");
    expect(withOlder.rows).toBe(18);
    expect(withOlder.reasons).toContain("it holds older points");
  });

  test("are adopted where they agree with the qualification, until the decision expires", async () => {
    const campaign = await halfChanged(1.001);
    const closure = await olderClosure(campaign);
    for (const left of ["--approved-by", "--reason", "--until"]) {
      const at = adoption.indexOf(left);
      const { exitCode, stderr } = await campaign.assay("adopt", "--closure", closure, ...adoption.toSpliced(at, 2));
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(left)]);
    }
    expect((await campaign.assay("adopt", "--closure", closure, ...adoption, "--approved-by", " ")).exitCode).toBe(2);
    expect((await campaign.assay("adopt", "--closure", closure, ...adoption, "--until", "2020-01-01")).exitCode).toBe(
      2,
    );
    const { older = 0, done = 0 } = await campaign.points();

    const soon = new Date(Date.now() + 3_000).toISOString();
    const adopted = await campaign.assay("adopt", "--closure", closure.slice(0, 10), ...adoption, "--until", soon);
    expect([adopted.exitCode, adopted.stdout]).toEqual([
      0,
      expect.stringContaining(`${older} older points adopted until ${soon}`),
    ]);
    await pause(Math.max(0, Date.parse(soon) - Date.now()));
    expect(await campaign.points()).toMatchObject({ done, older });

    expect((await campaign.assay("adopt", "--closure", closure, ...adoption)).exitCode).toBe(0);
    expect(await campaign.points()).toMatchObject({ done: done + older, older: 0 });
    expect((await campaign.assay("status")).stdout).toContain(
      "adopted until 2999-01-01T23:59:59.999Z by the owner: a comment",
    );
    expect((await campaign.assay("verify")).exitCode).toBe(0);
  });

  test("that were shifted by 30 % are not adopted, and where they differ is shown", async () => {
    const campaign = await halfChanged(1, 1.3);
    const before = campaign.bytes();
    const { exitCode, stderr } = await campaign.assay("adopt", "--closure", await olderClosure(campaign), ...adoption);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining("do not agree with those of the qualification. Nothing was written."),
    ]);
    expect(stderr).toMatch(/tokens=1\s+1\.30 ms\s+1\.00 ms\s+-23\.1 %\s+±2\.0 %/);
    expect(campaign.bytes()).toEqual(before);
  });
});

describe("a qualification", () => {
  test("that fails changes nothing for the points: the new sources are refused still, the old ones go on", async () => {
    const campaign = new SteadyCampaign({ cases: 2 });
    await campaign.runUntil(2);
    const layer = readFileSync(join(campaign.folder, "layer.mjs"), "utf8");
    writeFileSync(join(campaign.folder, "layer.mjs"), layer.replace("[0, 4,", "[0, 9000,"));
    const failed = await campaign.assay("qualify");
    expect([failed.exitCode, failed.stdout]).toEqual([
      1,
      expect.stringMatching(/qualification q1 failed[^]*is flagged at tokens=1 noisy/),
    ]);
    const refused = await campaign.assay("resume");
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/callbacks\/layer\.mjs changed\n {2}their qualification failed/),
    ]);
    expect((await campaign.assay("qualify", "--allow-flag", "noisy")).exitCode).toBe(0);

    writeFileSync(join(campaign.folder, "layer.mjs"), layer);
    expect((await campaign.assay("resume")).exitCode).toBe(3);
    expect((await campaign.assay("qualify")).exitCode).toBe(0);
    expect((await campaign.assay("resume")).exitCode).toBe(0);
    expect(await campaign.points()).toMatchObject({ planned: 6, done: 6 });
  });

  test("begins a campaign whose policy says so, which goes on only once it has passed", async () => {
    const campaign = new SteadyCampaign({ cases: 5, policy: "qualify: true" });
    const { exitCode, stderr } = await campaign.run();
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("qualification q1 passed")]);
    const attempts = journalRecords(campaign.directory).filter(({ kind }) => kind === "attempt");
    expect(attempts.map(({ qualification }) => qualification ?? "none")).toEqual(["q1", "q1", "q1", "q1", "none"]);
    expect(await campaign.points()).toMatchObject({ planned: 15, done: 15 });

    const noisy = new SteadyCampaign({ cases: 5, policy: "qualify: true" });
    const layer = readFileSync(join(noisy.folder, "layer.mjs"), "utf8");
    writeFileSync(join(noisy.folder, "layer.mjs"), layer.replace("[0, 4,", "[0, 9000,"));
    const failed = await noisy.run();
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining("qualification q1 failed")]);
    expect(noisy.count("qualification")).toBe(1);
    expect(
      journalRecords(noisy.directory).filter(
        ({ kind, qualification }) => kind === "attempt" && qualification === undefined,
      ),
    ).toEqual([]);
  });

  test("that was killed leaves the sources pending, and the next one counts for itself alone", async () => {
    const campaign = new SteadyCampaign({ cases: 4 });
    await campaign.runUntil(3);
    campaign.change(1.001);
    const attempts = campaign.count("attempt");
    const running = startAssay(["qualify", campaign.directory], { environment: { STEADY_MS: "100" } });
    while (campaign.count("attempt") < attempts + 2) await pause(10);
    running.child.kill("SIGKILL");
    await running.ended;
    expect((await campaign.assay("resume")).exitCode).toBe(3);
    const qualified = await campaign.answer<{ qualification: string; passed: boolean }>("qualify");
    expect(qualified).toMatchObject({ qualification: "q2", passed: true });
    expect((await campaign.assay("resume")).exitCode).toBe(0);
    expect((await campaign.assay("verify")).exitCode).toBe(0);
  });
});

test.skipIf(availableParallelism() < 2)(
  "another environment is refused, and qualified like other sources",
  async () => {
    const campaign = new SteadyCampaign({ cases: 4, policy: "qualification: {callbacks: 2}" });
    await campaign.runUntil(8);
    const before = campaign.bytes();
    const onOneCore = (...args: readonly string[]) => startAssay(args, { before: ["taskset", "-c", "0"] }).ended;
    const refused = await onOneCore("resume", campaign.directory);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining(`threads: ${availableParallelism()} then, 1 now`),
    ]);
    expect(refused.stderr).toContain(`assay qualify ${campaign.directory}`);
    expect(campaign.bytes()).toEqual(before);

    expect((await onOneCore("qualify", campaign.directory)).exitCode).toBe(0);
    expect((await onOneCore("resume", campaign.directory)).exitCode).toBe(0);
    expect(await campaign.points()).toMatchObject({ planned: 12, failed: 0, missing: 0 });
    expect((await campaign.assay("resume", "--remeasure", "older")).exitCode).toBe(3);
    expect((await onOneCore("resume", campaign.directory, "--remeasure", "older")).exitCode).toBe(0);
    expect(await campaign.points()).toMatchObject({ planned: 12, done: 12, older: 0 });
  },
);

describe("sources that change while a campaign runs", () => {
  test("end it before another worker starts with them; what was measured is kept", async () => {
    const campaign = new SteadyCampaign({ cases: 3, tokens: [1, 2, 4, 8], policy: "retry: {exited: 1}" });
    const running = startAssay(["run", campaign.file, "--dir", campaign.directory], {
      environment: { STEADY_MS: "120" },
    });
    while (campaign.count("point") < 2) await pause(10);
    campaign.change(1.5);
    const [worker] = journalRecords(campaign.directory).filter(({ kind }) => kind === "worker");
    process.kill(Number(worker?.["pid"]), "SIGKILL");
    const { exitCode, stderr } = await running.ended;
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining("the sources of cpu0's workers changed while the campaign ran"),
    ]);
    expect(campaign.count("worker")).toBe(1);
    campaign.change(1);
    expect((await campaign.assay("resume", "--retry-failed")).exitCode).toBe(0);
    expect(await campaign.points()).toMatchObject({ planned: 12, done: 12 });
  });
});

test("a campaign supersedes another by its seal, and both say so", async () => {
  const old = new SteadyCampaign({ cases: 1 });
  await old.run();
  const { seal } = await old.answer<{ seal: string }>("verify");
  const wrong = new SteadyCampaign({
    cases: 1,
    more: `supersedes: {seal: "${"0".repeat(64)}", campaign: "${old.directory}"}`,
  });
  expect(await wrong.run()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("never had the seal") });
  expect(existsSync(wrong.directory)).toBe(false);

  const young = new SteadyCampaign({ cases: 1, more: `supersedes: {seal: ${seal}, campaign: "${old.directory}"}` });
  expect((await young.run()).exitCode).toBe(0);
  expect((await young.run()).exitCode).toBe(0);
  expect((await young.assay("status")).stdout).toContain(`supersedes ${old.directory} (seal ${seal.slice(0, 12)})`);
  expect((await old.assay("status")).stdout).toContain(`superseded by campaign (${young.directory})`);
  expect(journalRecords(old.directory).filter(({ kind }) => kind === "superseded")).toHaveLength(1);
  const sealed = await old.assay("verify", "--seal", seal);
  expect([sealed.exitCode, sealed.stdout]).toEqual([0, expect.stringMatching(/is of record \d+; 1 record came since/)]);
  expect((await old.assay("verify", "--seal", "0".repeat(64))).exitCode).toBe(1);
});

test("provenance shows the sources before and while a campaign exists, and each difference", async () => {
  const campaign = new SteadyCampaign({ cases: 1 });
  const planned = await assay("provenance", campaign.file);
  expect(planned.stdout).toMatch(
    /^sources now:\n {2}cpu0: [0-9a-f]{12} \(ort, \d+ files, \d+ packages\); in no git repository\n$/,
  );
  await campaign.run();
  expect((await campaign.assay("provenance")).stdout).toMatch(
    /3 points, counts, qualification pending\nenvironments of the points:\n.*onnxruntime/,
  );
  campaign.change(2);
  expect((await campaign.assay("provenance", "--diff")).stdout).toMatch(
    /^cpu0: [0-9a-f]{12} then, [0-9a-f]{12} now\n {2}callbacks\/steady\.mjs changed\n$/,
  );
  expect(readdirSync(campaign.directory).toSorted()).toEqual(expect.arrayContaining(["journal.jsonl", "logs"]));
});
