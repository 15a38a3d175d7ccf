import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLiving } from "../e2e/assay.js";
import { CampaignFolder, newPath } from "./campaign-folder.js";
import { isVllmMissing, vllmPython } from "./vllm-environment.js";

const GONE_WITHIN_MS = 5_000;

const tools = newPath();
afterAll(() => rmSync(tools, { recursive: true, force: true }));

// Does what ssh and sshd do: the words, joined by spaces, go to a shell in another session with an environment of its
// own, and all that the two sides share are pipes.
const MARK = `ASSAY_TEST=${tools}`;
const ssh = join(tools, "ssh");

function makeSsh(): void {
  mkdirSync(tools);
  writeFileSync(ssh, '#!/bin/sh\nshift\ncat | setsid -w env -i PATH="$PATH" HOME="$HOME" sh -c "$*" | cat\n');
  chmodSync(ssh, 0o755);
}

const local = { name: "cpu0", runtime: "vllm", environment: "vllm-cpu" };
const remote = {
  name: "cpu0",
  runtime: "vllm",
  python: vllmPython,
  host: "this-one",
  threads: 2,
  launch: `${ssh} {host} env ${MARK} {python} -`,
};

function campaignOn(device: object, runs: number): CampaignFolder {
  const workload = ["balanced", { power_law: 1.2, draws: 2 }];
  return new CampaignFolder({
    devices: [device],
    policy: { timing: { fixed: { warmup: 1, runs } } },
    cases: [
      { op: "moe", runtime: "vllm", models: "qwen3-30b-a3b", dtype: "bf16", tp: 8, tokens: [1, 8], workload },
      { op: "moe", runtime: "vllm", models: "mixtral-8x7b", dtype: "bf16", tp: 16, tokens: [1, 8] },
    ],
  });
}

/** What two carriers must agree on: keys, kernels, routing. */
function measured(campaign: CampaignFolder) {
  return campaign.records("point").map(({ case: key, coordinates, point, askedTokens }) => ({
    key,
    coordinates,
    askedTokens,
    kernel: point.kernel,
    router: point.router,
    routing: point.series.map(({ draw, achievedTokens }) => ({ draw, achievedTokens })),
  }));
}

/** Living processes behind a carrier of this file. */
function carried(): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => environmentOf(pid).includes(MARK) && isLiving(pid));
}

/** Packed workers that lie in the folder of temporary files. */
function archives(): string[] {
  return readdirSync(tmpdir()).filter((name) => /^assay-worker-.*\.pyz$/.test(name));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

/** Waits until none is left; those that are when the time is over. */
async function leftOf(pids: () => readonly number[]): Promise<readonly number[]> {
  const until = Date.now() + GONE_WITHIN_MS;
  while (pids().some(isLiving) && Date.now() < until) await setTimeout(50);
  return pids().filter(isLiving);
}

describe.skipIf(isVllmMissing)("a worker behind a launch command", () => {
  const [here, there, long] = [campaignOn(local, 2), campaignOn(remote, 2), campaignOn(remote, 100_000)];

  const before = archives();
  const exitCodes: (number | null)[] = [];

  beforeAll(async () => {
    makeSsh();
    for (const campaign of [here, there]) exitCodes.push((await campaign.run()).exitCode);
  }, 600_000);

  it("measures the same points with the same kernels and routing as one that is here", () => {
    expect(exitCodes).toEqual([0, 0]);
    expect(measured(there)).toHaveLength(6);
    expect(measured(there)).toEqual(measured(here));
  });

  it("runs from the one file that its carrier brought, and leaves it nowhere", () => {
    expect(archives()).toEqual(before);
  });

  it(
    "is gone soon after its carrier was killed, and so is the next one after Assay was",
    { timeout: 300_000 },
    async () => {
      const { child, ended } = long.start();
      try {
        while (!existsSync(join(long.directory, "journal.jsonl")) || long.records("worker").length === 0)
          await setTimeout(200);
        const first = carried();
        expect(first.length).toBeGreaterThanOrEqual(2);
        process.kill(long.records("worker")[0]?.pid ?? 0, "SIGKILL");
        expect(await leftOf(() => first)).toEqual([]);
        while (carried().length < 2) await setTimeout(200);
      } finally {
        child.kill("SIGKILL");
      }
      await ended;
      expect(await leftOf(carried)).toEqual([]);
    },
  );
});
