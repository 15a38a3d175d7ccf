import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { shortKey } from "../identity/keys.js";
import type { CampaignFold, Entry } from "../ledger/fold.js";
import { type JournalCounters, type JournalWriter, openJournal, type OpenOptions } from "../ledger/journal-writer.js";
import type { RecordKind, Records } from "../ledger/records.js";
import type { Plan } from "../plan/plan.js";
import { type CampaignReading, keepSnapshot, logged, readCampaign, type ReadingRecord } from "./campaign-reading.js";

/** The places inside a campaign's folder. */
export function campaignPaths(directory: string) {
  return {
    journal: join(directory, "journal.jsonl"),
    logs: join(directory, "logs"),
    scratch: join(directory, "scratch"),
  };
}

export interface CampaignOpenOptions extends OpenOptions {
  /** What was read of it before; what came since is read now. */
  readonly reading?: CampaignReading;
}

/** An open campaign: the one writer of its journal, and the state that the journal folds to. */
export class Campaign {
  private constructor(
    readonly directory: string,
    readonly fold: CampaignFold,
    private readonly writer: JournalWriter,
    private readonly record: ReadingRecord,
  ) {}

  /**
   * Opens the campaign in `directory` for writing, or begins one there.
   * @throws CampaignLocked, JournalDamaged, or what the file system says.
   */
  static async open(directory: string, { reading, ...options }: CampaignOpenOptions): Promise<Campaign> {
    const paths = campaignPaths(directory);
    if (options.create) mkdirSync(directory, { recursive: true });
    const writer = await openJournal(paths.journal, options);
    try {
      const { fold, record } = await readCampaign(paths.journal, reading);
      for (const folder of [paths.logs, paths.scratch]) mkdirSync(folder, { recursive: true });
      return new Campaign(directory, fold, writer, record);
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** The plan that holds now. */
  get plan(): Plan {
    if (!this.fold.plan) throw new Error("the campaign has no plan yet");
    return this.fold.plan;
  }

  /** Writes a record; once it is durable, the state follows. */
  async append<Kind extends RecordKind>(kind: Kind, body: Records[Kind]): Promise<void> {
    const { n, t, place } = await this.writer.append(kind, body);
    logged(this.fold, this.record, { n, t, kind, body } as Entry, place);
  }

  /** `<case>/<n>` or `<arm>/<case>/<n>`: names the n-th attempt at a case. */
  nextAttemptId(caseKey: string, arm: string | null): string {
    const attempts = this.fold.caseState(caseKey, arm).attempts.length;
    return `${arm === null ? "" : `${arm}/`}${shortKey(caseKey)}/${attempts + 1}`;
  }

  /** What was written so far by this process. */
  get counters(): JournalCounters {
    return this.writer.counters;
  }

  /** Does something with it, and closes it however that ends. */
  async use(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      await this.close();
    }
  }

  /** Waits for what is on its way, then lets the next writer in. */
  async close(): Promise<void> {
    await this.writer.close();
    keepSnapshot(campaignPaths(this.directory).journal, this.writer.head, this.record);
  }
}
