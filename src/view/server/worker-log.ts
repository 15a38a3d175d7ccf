import type { CampaignFold } from "../../ledger/fold.js";
import { openPlain } from "./plain-file.js";

/** The end of what a worker printed that is shown. */
const SHOWN_BYTES = 64 * 1024;

/**
 * The last lines that a worker of a campaign printed; `null` for a name that no worker has had.
 * @param folder the campaign's
 * @throws FileRefused where its log is no plain file
 */
export async function workerLog(fold: CampaignFold, folder: string, worker: string): Promise<string | null> {
  const isKnown = fold.workers.has(worker) || fold.failedStarts.some((start) => start.worker === worker);
  if (!isKnown) return null;
  const file = await openPlain(folder, "logs", `${worker}.log`);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - SHOWN_BYTES);
    const buffer = Buffer.alloc(size - start);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    const text = buffer.toString("utf8", 0, bytesRead);
    return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } finally {
    await file.close();
  }
}
