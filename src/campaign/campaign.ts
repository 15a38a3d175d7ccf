import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { shortKey } from "../identity/keys.js";
import { CampaignFold, type Entry } from "../ledger/fold.js";
import { type JournalCounters, type JournalWriter, openJournal, type OpenOptions } from "../ledger/journal-writer.js";
import type { JournalPosition, JournalRecord } from "../ledger/journal-record.js";
import { type RecordKind, type Records, recordKinds } from "../ledger/records.js";
import { readJournal } from "../ledger/journal-reader.js";
import type { Plan } from "../plan/plan.js";

/** The places inside a campaign's folder. */
export function campaignPaths(directory: string) {
  return {
    journal: join(directory, "journal.jsonl"),
    logs: join(directory, "logs"),
    scratch: join(directory, "scratch"),
  };
}

/** A campaign as it was read, and up to where. */
export interface CampaignReading {
  readonly fold: CampaignFold;
  readonly head: JournalPosition;
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
      const { fold } = await readCampaign(paths.journal, reading);
      for (const folder of [paths.logs, paths.scratch]) mkdirSync(folder, { recursive: true });
      return new Campaign(directory, fold, writer);
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
    const { n, t } = await this.writer.append(kind, body);
    this.fold.apply({ n, t, kind, body } as Entry);
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
  close(): Promise<void> {
    return this.writer.close();
  }
}

/** Folds a campaign's journal without opening it for writing; may be done while another process writes. */
export async function foldJournal(path: string): Promise<CampaignFold> {
  return (await readCampaign(path)).fold;
}

/** The same, with the place up to which it was read. @param from an earlier reading, which is read on */
export async function readCampaign(path: string, from?: CampaignReading): Promise<CampaignReading> {
  const fold = from?.fold ?? new CampaignFold();
  const options = { kinds: recordKinds, ...(from && { from: from.head }) };
  const proven = new ProvenRecords((record) => fold.apply(entryOf(record)));
  const { head } = await readJournal(path, (record) => proven.hold(record), options);
  proven.end();
  return { fold, head };
}

/**
 * Holds each record back until the one after it has been read. That one's link proves it: a record that was changed must
 * be told as such, and not stumble over what it says.
 */
export class ProvenRecords {
  #held: JournalRecord | null = null;

  constructor(private readonly visit: (record: JournalRecord) => void) {}

  hold(record: JournalRecord): void {
    this.end();
    this.#held = record;
  }

  /** Hands over the last one. */
  end(): void {
    const record = this.#held;
    this.#held = null;
    if (record) this.visit(record);
  }
}

/** A record as it was read: kinds are checked while reading, fields when they were written. */
export function entryOf(record: JournalRecord): Entry {
  return { n: record.n, t: record.t, kind: record.kind, body: record } as unknown as Entry;
}
