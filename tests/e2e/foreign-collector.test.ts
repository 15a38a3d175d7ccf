import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Records } from "../../src/ledger/records.js";
import type { ReportData } from "../../src/view/report/data.js";
import { assay, isLiving, journalRecords, startAssay, temporaryFolder } from "./assay.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const collector = join(root, "tests", "fixtures", "public_collector");
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status === 0;
if (!hasPython) process.stderr.write("foreign collectors are not tested: there is no python3 from 3.10 on here\n");

/** What a campaign of the test's collector is made of. */
interface CollectorCampaign {
  readonly getter: string;
  readonly callback: string;
  /** Further fields of the entry and of the policy, as YAML. */
  readonly entry?: string;
  readonly policy?: string;
}

/** A campaign of that collector, and what is done with it from the command line. */
class Campaign {
  readonly #folder = temporaryFolder();
  readonly file = join(this.#folder, "campaign.yaml");
  readonly directory = join(this.#folder, "campaign");
  readonly goOn = join(this.#folder, "go-on");

  constructor({ getter, callback, entry = "rows: {points: [num_tokens]}", policy = "{}" }: CollectorCampaign) {
    writeFileSync(
      this.file,
      `devices: [{name: cpu0, runtime: python, python: python3, automatic_gc: false}]
policy: ${policy}
cases: [{op: foreign, path: ${collector}, getter: "layers.collect:${getter}", callback: "layers.collect:${callback}", ${entry}}]
`,
    );
  }

  start(...args: string[]) {
    return startAssay(args, { environment: { LAYERS_GO_ON: this.goOn } });
  }

  run() {
    return this.start("run", this.file, "--dir", this.directory);
  }

  records<Kind extends keyof Records>(kind: Kind): Records[Kind][] {
    if (!existsSync(join(this.directory, "journal.jsonl"))) return [];
    return journalRecords(this.directory).filter((record) => record.kind === kind) as unknown as Records[Kind][];
  }

  /** `name → value` of each case, in the order of the records. */
  named<Kind extends "attempt" | "outcome" | "point">(kind: Kind, value: (record: Records[Kind]) => unknown) {
    const names = new Map(
      this.records("plan").flatMap(({ plan }) => plan.cases.map(({ key, name }) => [key, name] as const)),
    );
    return this.records(kind).map((record) => [names.get(record.case), value(record)]);
  }

  async report(): Promise<ReportData> {
    const { stdout } = await assay("report", this.directory, "--json");
    return JSON.parse(stdout) as ReportData;
  }
}

const ending = { getter: "get_ending_cases", callback: "run_ending" };
/** The way in which a case of `get_ending_cases` ends. */
const way = (name: unknown) => String(name).split(" ")[2];

describe.skipIf(!hasPython)("a collector that knows nothing of Assay", () => {
  test("is planned by its own getter, and the plan says what ran where", async () => {
    const { file } = new Campaign({ getter: "get_mixed_cases", callback: "run_layer" });
    const { stdout } = await assay("plan", file);
    expect(stdout).toContain("foreign run_layer fine");
    expect(stdout).toMatch(
      /ran Python code to plan: layers\.collect:get_mixed_cases of \S+collect\.py, with python3 \(Python 3\.\d+\.\d+\): 3 cases/,
    );
    expect(stdout).toContain("case 2 holds a builtins.object, which has no form in JSON");
    expect(stdout).toContain("case 3 is a str, not a list or tuple of arguments");
  });

  test("with a getter that is not there is refused with its line, and nothing is begun", async () => {
    const campaign = new Campaign({ getter: "get_nothing", callback: "run_layer" });
    const { exitCode, stderr } = await campaign.run().ended;
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/campaign\.yaml:3:\d+ {2}cases\[0\]\.getter: .*layers\.collect has no function get_nothing/);
    expect(existsSync(campaign.directory)).toBe(false);
  });

  test("has its leak cured: each layer stays after the return, and the collection releases it", async () => {
    const leaky = { getter: "get_leaky_cases", callback: "run_layer", entry: "weights: 300MiB" };
    const campaign = new Campaign(leaky);
    expect((await campaign.run().ended).exitCode).toBe(0);
    const verdicts = async (ran: Campaign) =>
      (await ran.report()).memory?.flatMap(({ steps }) => steps.map(({ verdict }) => verdict));
    expect(await verdicts(campaign)).toEqual(["cyclic", "cyclic", "cyclic", "cyclic"]);
    expect(campaign.records("worker")).toHaveLength(1);
    const uncured = new Campaign({ ...leaky, policy: "{reclaim: never}" });
    expect((await uncured.run().ended).exitCode).toBe(0);
    expect(await verdicts(uncured)).toEqual(["retained", "retained", "retained", "retained"]);
  });

  test("has its rows read by their header: what tells them apart is their place, the latency their sample", async () => {
    const campaign = new Campaign({ getter: "get_leaky_cases", callback: "run_layer", entry: "rows: {unit: us}" });
    await campaign.run().ended;
    const [first] = campaign.records("point");
    expect(first?.coordinates).toEqual({
      "op_name layer": 1,
      "kernel_source bytes": 1,
      "layer layer0": 1,
      num_tokens: 1,
    });
    expect(first?.point).toMatchObject({
      kernel: "bytes",
      method: { clock: "collector" },
      series: [{ samplesNs: [300] }],
    });
    expect(first?.row).toMatchObject({ framework: "pure", num_tokens: "1", latency: "0.3", power: "71.5" });
  });

  test("ends as it likes: restart honoured, error unchanged, hang killed, and its rows stay", async () => {
    const campaign = new Campaign({ ...ending, policy: "{deadlines: {point: 3, grace: 0.5}}" });
    const { exitCode, stdout } = await campaign.run().ended;
    expect(exitCode).toBe(1);
    expect(campaign.named("outcome", ({ outcome }) => outcome).map(([name, outcome]) => [way(name), outcome])).toEqual([
      ["returns_int", "passed"],
      ["exits", "passed"],
      ["returns_sentinel", "passed"],
      ["raises", "failed"],
      ["hangs", "failed"],
      ["returns", "passed"],
    ]);
    // A number that is returned is a result; both ways to ask for a fresh worker are heard; an error needs none.
    expect(campaign.named("attempt", ({ worker }) => worker).map(([, worker]) => worker)).toEqual([
      "cpu0-1",
      "cpu0-1",
      "cpu0-2",
      "cpu0-3",
      "cpu0-3",
      "cpu0-4",
    ]);
    const [, , , raised, hung] = campaign.records("outcome").map(({ failure }) => failure);
    expect(raised?.error).toMatchObject({
      type: "layers.collect.KernelError",
      message: "the kernel is broken",
      cause: { type: "ZeroDivisionError", message: "by zero blocks" },
    });
    expect(raised?.error?.stack).toMatch(/layers\/collect\.py", line \d+, in run_ending/);
    expect(hung).toMatchObject({ class: "timed_out", signal: "SIGKILL" });
    for (const { pid } of campaign.records("worker")) expect(isLiving(pid)).toBe(false);
    expect(campaign.records("point")).toHaveLength(10);
    expect(stdout).toContain("4 of 6 cases done, 2 failed; 10 of 10 points");
  });

  test("is resumed case by case: what is done stays, what failed runs whole, and its rows are further samples", async () => {
    const campaign = new Campaign({ ...ending, policy: "{deadlines: {point: 3, grace: 0.5}}" });
    await campaign.run().ended;
    expect((await campaign.start("resume", campaign.directory).ended).exitCode).toBe(1);
    expect(campaign.records("attempt")).toHaveLength(6);
    const fixed = startAssay(["resume", campaign.directory, "--retry-failed"], {
      environment: { LAYERS_ARE_FIXED: "1" },
    });
    expect((await fixed.ended).exitCode).toBe(0);
    const again = campaign.named("attempt", () => null).slice(6);
    expect(again.map(([name]) => way(name))).toEqual(["raises", "hangs"]);
    const { cases } = await campaign.report();
    const samples = cases.map(({ name, points }) => [way(name), points.map((point) => point.samplesNs.length)]);
    expect(Object.fromEntries(samples)).toEqual({
      returns_int: [1, 1],
      exits: [1, 1],
      returns_sentinel: [1, 1],
      raises: [2, 1],
      hangs: [2, 1],
      returns: [1, 1],
    });
  });

  test("has its rows in the journal while it runs; killed then, only its own case runs again", async () => {
    const campaign = new Campaign({ getter: "get_waiting_cases", callback: "run_ending" });
    const running = campaign.run();
    await expect.poll(() => campaign.records("point").length).toBe(2);
    expect(campaign.records("outcome")).toHaveLength(1);
    running.child.kill("SIGKILL");
    await running.ended;
    writeFileSync(campaign.goOn, "");
    expect((await campaign.start("resume", campaign.directory).ended).exitCode).toBe(0);
    expect(campaign.named("attempt", () => null).map(([name]) => name)).toEqual([
      "foreign run_ending returns (1)",
      "foreign run_ending waits (1,2)",
      "foreign run_ending waits (1,2)",
      "foreign run_ending returns (4)",
    ]);
    expect(campaign.named("point", ({ coordinates }) => coordinates["num_tokens"])).toEqual([
      ["foreign run_ending returns (1)", 1],
      ["foreign run_ending waits (1,2)", 1],
      ["foreign run_ending waits (1,2)", 1],
      ["foreign run_ending waits (1,2)", 2],
      ["foreign run_ending returns (4)", 4],
    ]);
  });

  test("does not export its rows as a table of layers, and says where they are", async () => {
    const campaign = new Campaign({ getter: "get_leaky_cases", callback: "run_layer" });
    await campaign.run().ended;
    const { stdout, stderr } = await assay("export", campaign.directory, "--to", join(campaign.directory, "tables"));
    expect(stdout + stderr).toContain("rows of a foreign collector stay with it");
  });

  test("is shown by an example that runs as its page says", async () => {
    const page = readFileSync(join(root, "docs", "bring-your-own-collector.md"), "utf8");
    const example = join(root, "campaigns", "collector");
    expect(page).toContain(`\`\`\`python\n${readFileSync(join(example, "collect_matmul.py"), "utf8")}\`\`\``);
    expect(page).toContain(`\`\`\`yaml\n${readFileSync(join(example, "campaign.yaml"), "utf8")}\`\`\``);
    const planned = await assay("plan", join(example, "campaign.yaml"));
    expect(planned.stdout).toContain("ran Python code to plan: collect_matmul:get_matmul_test_cases of ");
    const ran = await assay("run", join(example, "campaign.yaml"), "--dir", join(temporaryFolder(), "campaign"));
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain("3 of 3 cases done; 12 of 12 points");
  });
});
