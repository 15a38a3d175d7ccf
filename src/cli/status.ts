import { watch } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { readCampaign } from "../campaign/campaign-reading.js";
import { unsteadyPoints } from "../campaign/unsteady.js";
import { experimentResult } from "../experiment/result.js";
import { countsOf } from "../ledger/counts.js";
import { failureGroups } from "../ledger/failure-groups.js";
import type { CampaignFold } from "../ledger/fold.js";
import { demonstrationsOf } from "../ledger/publication.js";
import type { DeviceStoppedRecord } from "../ledger/records.js";
import { workerMemories } from "../ledger/worker-memory.js";
import { reportedFailures } from "../view/report/failure-data.js";
import { campaignTable } from "../view/terminal/campaign-table.js";
import { demonstrationText } from "../view/terminal/demonstration-text.js";
import { experimentText } from "../view/terminal/experiment-text.js";
import { failuresText, stoppedDeviceText } from "../view/terminal/failures-text.js";
import { memoryText } from "../view/terminal/memory-text.js";
import { standingLines } from "../view/terminal/provenance-text.js";
import { unsteadyText } from "../view/terminal/unsteady-text.js";
import { journalIn } from "./input.js";
import { printJson } from "./print-json.js";
import { provenanceJson } from "./provenance-json.js";

const optionsSchema = z.strictObject({ watch: z.boolean().default(false), json: z.boolean().default(false) });
const SETTLE_MS = 500;

/** `assay status DIR` */
export async function statusCommand(directory: string, options: unknown): Promise<void> {
  const { watch: keep, json } = optionsSchema.parse(options);
  const journal = journalIn(directory);
  const show = (fold: CampaignFold) =>
    json ? printJson(statusJson(fold, directory)) : process.stdout.write(statusText(fold, directory));
  let reading = await readCampaign(journal);
  show(reading.fold);
  if (!keep) return;
  for await (const _ of changes(journal)) {
    reading = await readCampaign(journal, reading);
    show(reading.fold);
    if (countsOf(reading.fold).cases.left === 0) return;
  }
}

function statusText(fold: CampaignFold, directory: string): string {
  const experiment = experimentResult(fold);
  return [
    failuresText(failureGroups(fold), directory),
    ...stoppedDevices(fold).map((device) => `${stoppedDeviceText(device)}\n`),
    unsteadyText(unsteadyPoints(fold)),
    campaignTable(fold),
    experiment ? experimentText(experiment) : demonstrationText(demonstrationsOf(fold.plan?.cases ?? [])),
    memoryText(workerMemories(fold)),
    ...standingLines(fold, directory).map((line) => `${line}\n`),
  ].join("");
}

/** Devices that the last run gave up. */
function stoppedDevices(fold: CampaignFold): readonly DeviceStoppedRecord[] {
  return fold.sessions.at(-1)?.stoppedDevices ?? [];
}

function statusJson(fold: CampaignFold, directory: string): object {
  const experiment = experimentResult(fold);
  return {
    name: fold.name,
    started_at: fold.startedAt,
    last_record_at: fold.lastRecordAt,
    ...countsOf(fold),
    provenance: provenanceJson(fold),
    failureGroups: reportedFailures(fold, directory),
    stoppedDevices: stoppedDevices(fold),
    unsteady: unsteadyPoints(fold),
    dropped: fold.dropped().map(({ key, arm, dropped }) => ({ key, arm, name: dropped?.name ?? key })),
    demonstrations: demonstrationsOf(fold.plan?.cases ?? []),
    memory: workerMemories(fold),
    ...(experiment ? { experiment } : {}),
  };
}

/** Yields after the file has changed, at most twice a second. */
async function* changes(path: string): AsyncGenerator<void> {
  let changed = false;
  const watcher = watch(path, () => {
    changed = true;
  });
  try {
    for (;;) {
      await pause(SETTLE_MS);
      if (changed) yield;
      changed = false;
    }
  } finally {
    watcher.close();
  }
}
