import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OutcomeRecord, WorkerEndRecord } from "../../src/ledger/records.js";
import { assay, type Ended, journalRecords, temporaryFolder } from "./assay.js";
import { callbackModule } from "./ort-worker.js";

/** A campaign of test callbacks over small models of layers. */
export interface CallbackCampaign {
  /** Its module under `tests/fixtures/callbacks`. */
  readonly module: string;
  /** The callback of each case, in order. */
  readonly callbacks: readonly string[];
  /** Further fields of the policy, as YAML. */
  readonly policy?: string;
  /** 672 MiB of fp32 weights at 8, 336 at 16. */
  readonly tp?: number;
}

/** A campaign that has run, and what it left. */
export interface RanCampaign extends Ended {
  readonly directory: string;
  readonly outcomes: readonly OutcomeRecord[];
  readonly workerEnds: readonly WorkerEndRecord[];
}

/** Runs a campaign of test callbacks through the command line: one device, two points a case. */
export async function runCallbacks(campaign: CallbackCampaign): Promise<RanCampaign> {
  const folder = temporaryFolder();
  const file = join(folder, "campaign.yaml");
  writeFileSync(file, campaignText(campaign));
  const directory = join(folder, "campaign");
  const ended = await assay("run", file, "--dir", directory);
  const records = journalRecords(directory);
  const ofKind = (wanted: string): unknown[] => records.filter(({ kind }) => kind === wanted);
  return {
    ...ended,
    directory,
    outcomes: ofKind("outcome") as OutcomeRecord[],
    workerEnds: ofKind("worker-end") as WorkerEndRecord[],
  };
}

/** Cases differ by their workload, since one table holds a layer once. */
export function campaignText({ module, callbacks, policy = "", tp = 8 }: CallbackCampaign): string {
  const cases = callbacks.map((callback, index) => {
    const workload = `{power_law: 1.${index + 1}, draws: 1}`;
    return `  - {op: moe, callback: ${callback}, models: mixtral-8x7b, dtype: fp32, tp: ${tp}, tokens: [1, 2], workload: ${workload}}`;
  });
  return [
    `devices: [{name: cpu0, runtime: ort, callbacks: ${callbackModule(module)}}]`,
    `policy: {timing: {fixed: {warmup: 0, runs: 1}}${policy === "" ? "" : `, ${policy}`}}`,
    `cases:`,
    ...cases,
    "",
  ].join("\n");
}

/** What the workers of a campaign printed, one after the other. */
export function workerOutput(directory: string): string {
  const logs = join(directory, "logs");
  return readdirSync(logs)
    .toSorted()
    .map((name) => readFileSync(join(logs, name), "utf8"))
    .join("");
}
