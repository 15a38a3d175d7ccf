import { asWriteFailure } from "./journal-errors.js";
import { JournalFile } from "./journal-file.js";
import {
  encodeRecord,
  hashOfLine,
  type JournalPosition,
  type JournalStamp,
  type LinePlace,
  type NewRecord,
  placeOfLine,
} from "./journal-record.js";
import { acquireLock, type Lock, type LockOptions } from "./lock.js";

export interface OpenOptions extends LockOptions {
  /** Begins a journal where there is none. */
  readonly create?: boolean;
}

/**
 * Opens a journal for appending, as its only writer; cuts off a torn last line.
 * Looks at the journal's end alone: who needs the records reads them, and finds out about damage further up.
 * @throws CampaignLocked where another process writes it
 * @throws JournalDamaged where its end is not as it was synced
 * @throws JournalTooNew where a newer version wrote it
 * @throws JournalWriteFailed where it cannot be opened or written
 */
export async function openJournal(
  path: string,
  { create = false, ...locking }: OpenOptions = {},
): Promise<JournalWriter> {
  let lock: Lock | null = null;
  try {
    lock = acquireLock(`${path}.lock`, locking);
    return new JournalWriter(await JournalFile.open(path, create), lock);
  } catch (error) {
    lock?.release();
    throw asWriteFailure(path, error);
  }
}

/** What was made durable since the journal was opened. */
export interface JournalCounters {
  readonly records: number;
  /** Batches, each of which cost one write and one sync. */
  readonly batches: number;
  readonly bytes: number;
}

/** A record that is durable. */
export interface Appended extends JournalStamp {
  readonly place: LinePlace;
}

/** Records that are made durable together. */
interface Batch {
  readonly lines: string[];
  readonly durable: Promise<void>;
}

/** The one writer of a journal. While one batch is being synced, further records gather in the next. */
export class JournalWriter {
  /** The last record that was taken, durable or not. */
  #last: JournalPosition;
  #gathering: Batch | null = null;
  /** Resolves when the latest batch is through, however it went. */
  #idle: Promise<unknown> = Promise.resolve();
  #failure: unknown = null;
  #closing: Promise<void> | null = null;
  #counters: JournalCounters = { records: 0, batches: 0, bytes: 0 };

  constructor(
    private readonly file: JournalFile,
    private readonly lock: Lock,
  ) {
    this.#last = file.position;
  }

  /** After the last durable record; its hash seals all up to there. */
  get head(): JournalPosition {
    return this.file.position;
  }

  /** Bytes of a torn last line that were cut off when the journal was opened. */
  get tornBytes(): number {
    return this.file.tornBytes;
  }

  get counters(): JournalCounters {
    return this.#counters;
  }

  /**
   * Appends one record. Resolves once it is durable: nothing may act on it before.
   * Rejects with `JournalWriteFailed` where that could not be done; then no more records are taken.
   * @param body the record's own fields: plain JSON, as checked by the schema of the kind
   * @throws TypeError where the body carries a field of the envelope, or what JSON cannot carry
   */
  append(kind: string, body: object): Promise<Appended> {
    const { appended, line, end } = follow(this.#last, { kind, body });
    return this.#gather([line], end).then(() => appended);
  }

  /** Appends several records, as `append` does, in one batch. */
  appendAll(records: readonly NewRecord[]): Promise<readonly Appended[]> {
    let last = this.#last;
    const lines: string[] = [];
    const all = records.map((record) => {
      const { appended, line, end } = follow(last, record);
      last = end;
      lines.push(line);
      return appended;
    });
    return this.#gather(lines, last).then(() => all);
  }

  /**
   * Waits for what is on its way, closes the file and gives the lock back. A second call changes nothing.
   * Rejects with `JournalWriteFailed` where the file was taken away since the last record.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#idle;
    try {
      if (this.#failure === null) this.file.checkInPlace();
    } finally {
      this.file.close();
      this.lock.release();
    }
  }

  async #gather(lines: readonly string[], last: JournalPosition): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    if (this.#closing !== null) throw new Error("the journal is closed");
    if (lines.length === 0) return;
    this.#last = last;
    this.#gathering ??= this.#beginBatch();
    for (const line of lines) this.#gathering.lines.push(line);
    await this.#gathering.durable;
  }

  #beginBatch(): Batch {
    const lines: string[] = [];
    const durable = this.#commit(lines, this.#idle);
    this.#idle = durable.catch(() => {});
    return { lines, durable };
  }

  /** Waits for the batch before it, gathering meanwhile; where there is none, for the end of the caller's turn. */
  async #commit(lines: readonly string[], previous: Promise<unknown>): Promise<void> {
    await previous;
    this.#gathering = null;
    // What gathered while a batch failed follows records that do not exist.
    if (this.#failure !== null) throw this.#failure;
    const before = this.head.bytes;
    try {
      await this.file.append(lines, this.#last);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.#count(lines.length, this.head.bytes - before);
  }

  #count(records: number, bytes: number): void {
    const counted = this.#counters;
    this.#counters = {
      records: counted.records + records,
      batches: counted.batches + 1,
      bytes: counted.bytes + bytes,
    };
  }
}

function follow(last: JournalPosition, record: NewRecord) {
  const stamp: JournalStamp = { n: last.n + 1, t: new Date().toISOString() };
  const line = encodeRecord(stamp, last.hash, record);
  const end = { n: stamp.n, bytes: last.bytes + Buffer.byteLength(line) + 1, hash: hashOfLine(line) };
  const appended: Appended = { ...stamp, place: placeOfLine(last, end) };
  return { appended, line, end };
}
