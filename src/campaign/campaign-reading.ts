import { CampaignFold, type Entry } from "../ledger/fold.js";
import { type JournalReading, readJournal } from "../ledger/journal-reader.js";
import {
  JOURNAL_START,
  type JournalPosition,
  type JournalRecord,
  type LinePlace,
  placeOfLine,
} from "../ledger/journal-record.js";
import { recordKinds } from "../ledger/records.js";
import { readSnapshot, writeSnapshot } from "../ledger/snapshot.js";
import { SnapshotLog } from "../ledger/snapshot-log.js";
import { StoredPoint } from "../ledger/stored-point.js";

/** How much a journal grows between two snapshots of it. */
const SNAPSHOT_INTERVAL_BYTES = 8 * 2 ** 20;

/** A campaign as it was read, and up to where. */
export interface CampaignReading {
  readonly fold: CampaignFold;
  readonly head: JournalPosition;
  readonly record: ReadingRecord;
}

/** What was read, for a snapshot; `snapshotBytes`: how much of the journal the one on the disk covers. */
export interface ReadingRecord {
  readonly log: SnapshotLog;
  snapshotBytes: number;
}

/** Folds a whole journal without opening it for writing; may be done while another process writes. */
export async function foldJournal(path: string): Promise<Pick<CampaignReading, "fold" | "head">> {
  const fold = new CampaignFold();
  const { head } = await eachEntry(path, JOURNAL_START, (entry) => fold.apply(entry));
  return { fold, head };
}

/**
 * Folds a campaign's journal, by way of its snapshot where there is one that was made of the very bytes that stand in
 * the journal now.
 * @param from an earlier reading, which is read on
 */
export async function readCampaign(path: string, from?: CampaignReading): Promise<CampaignReading> {
  const { fold, head: start, record } = from ?? fromSnapshot(path);
  const { head } = await eachEntry(path, start, (entry, place) => logged(fold, record, entry, place));
  keepSnapshot(path, head, record);
  return { fold, head, record };
}

/** Applies an entry, and logs what became of it for the next snapshot. */
export function logged(fold: CampaignFold, { log }: ReadingRecord, entry: Entry, place: LinePlace | null): void {
  const point = fold.apply(entry);
  const isOfAttempt = point !== null && fold.attemptOf(point.record.attempt) !== undefined;
  log.add(entry, place, isOfAttempt ? point : null);
}

/** Writes a snapshot, if the journal has grown by enough since the last one. */
export function keepSnapshot(path: string, head: JournalPosition, record: ReadingRecord): void {
  if (head.bytes - record.snapshotBytes < SNAPSHOT_INTERVAL_BYTES) return;
  writeSnapshot(path, record.log, head);
  record.snapshotBytes = head.bytes;
}

function fromSnapshot(path: string): CampaignReading {
  const fold = new CampaignFold();
  const record = { log: new SnapshotLog(), snapshotBytes: 0 };
  const { position: head, entries } = readSnapshot(path) ?? { position: JOURNAL_START, entries: [] };
  for (const entry of entries) logged(fold, record, entry, entry.body instanceof StoredPoint ? entry.body.place : null);
  return { fold, head, record: { ...record, snapshotBytes: head.bytes } };
}

/** Reads a journal's entries from a position on, as `readJournal` does: all, or the next `mostBytes`. */
export async function eachEntry(
  path: string,
  from: JournalPosition,
  visit: (entry: Entry, place: LinePlace) => void,
  mostBytes?: number,
): Promise<JournalReading> {
  const proven = new ProvenRecords(visit);
  let before = from;
  const reading = await readJournal(
    path,
    (record, position) => {
      proven.hold(record, placeOfLine(before, position));
      before = position;
    },
    { kinds: recordKinds, from, ...(mostBytes === undefined ? {} : { mostBytes }) },
  );
  proven.end();
  return reading;
}

/**
 * Holds each record back until the one after it has been read. That one's link proves it: a record that was changed must
 * be told as such, and not stumble over what it says.
 */
class ProvenRecords {
  #held: { readonly record: JournalRecord; readonly place: LinePlace } | null = null;

  constructor(private readonly visit: (entry: Entry, place: LinePlace) => void) {}

  hold(record: JournalRecord, place: LinePlace): void {
    this.end();
    this.#held = { record, place };
  }

  /** Hands over the last one. */
  end(): void {
    const held = this.#held;
    this.#held = null;
    if (held) this.visit(entryOf(held.record), held.place);
  }
}

/** A record as it was read: kinds are checked while reading, fields when they were written. */
export function entryOf(record: JournalRecord): Entry {
  return { n: record.n, t: record.t, kind: record.kind, body: record } as unknown as Entry;
}
