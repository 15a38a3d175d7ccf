import { watch } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { foldJournal } from "../campaign/campaign.js";
import { countsOf } from "../ledger/counts.js";
import type { CampaignFold } from "../ledger/fold.js";
import { workerMemories } from "../ledger/worker-memory.js";
import { campaignTable } from "../view/terminal/campaign-table.js";
import { memoryText } from "../view/terminal/memory-text.js";
import { journalIn } from "./input.js";
import { printJson } from "./print-json.js";

const optionsSchema = z.strictObject({ watch: z.boolean().default(false), json: z.boolean().default(false) });
const SETTLE_MS = 500;

/** `assay status DIR` */
export async function statusCommand(directory: string, options: unknown): Promise<void> {
  const { watch: keep, json } = optionsSchema.parse(options);
  const journal = journalIn(directory);
  const show = (fold: CampaignFold) => {
    const memory = workerMemories(fold);
    if (json) printJson({ name: fold.name, started_at: fold.startedAt, last_record_at: fold.lastRecordAt, ...countsOf(fold), memory });
    else process.stdout.write(campaignTable(fold) + memoryText(memory));
  };
  let fold = await foldJournal(journal);
  show(fold);
  if (!keep) return;
  for await (const _ of changes(journal)) {
    fold = await foldJournal(journal);
    show(fold);
    if (countsOf(fold).cases.left === 0) return;
  }
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
