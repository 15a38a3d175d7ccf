import { existsSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { checkReaches, JournalChain } from "./journal-chain.js";
import { JournalDamaged } from "./journal-errors.js";
import { LineReader } from "./journal-lines.js";
import { readMark } from "./journal-mark.js";
import { JOURNAL_START, type JournalPosition, type JournalRecord } from "./journal-record.js";

export interface ReadOptions {
  /** Where an earlier reading ended; default: the beginning. */
  readonly from?: JournalPosition;
  /** The kinds of record that the caller knows. Any other one is refused by name; left out: all are taken. */
  readonly kinds?: ReadonlySet<string>;
  /** Stops once so many bytes were read, for callers that show what they have; default: reads to the end. */
  readonly mostBytes?: number;
}

export interface JournalReading {
  /** After the last record: where to read on from. Its hash seals all up to there. */
  readonly head: JournalPosition;
  /** The file ends within a line, whose record was on its way when its writer ended, or is on its way now. */
  readonly torn: boolean;
  /** What was left for the next reading, as large as the file was when this one began. */
  readonly restBytes: number;
}

/**
 * Reads a journal, also while another process writes it, and hands over each record in order.
 * Checks framing, numbers, versions and the chain of hashes, not the records' own fields. A change of a record is
 * noticed one record later, so what was made of the records is worth nothing when this throws.
 * @param visit takes each record, and the position after it; what it throws ends the reading
 * @throws JournalDamaged naming the file, the line, the defect and the way out
 * @throws JournalTooNew for an unknown kind or a newer version
 */
export async function readJournal(
  path: string,
  visit: (record: JournalRecord, position: JournalPosition) => void,
  { from = JOURNAL_START, kinds, mostBytes = Infinity }: ReadOptions = {},
): Promise<JournalReading> {
  // Before the journal itself: a writer that goes on meanwhile must not let it look too short.
  const mark = readMark(path);
  const file = await openForReading(path);
  try {
    const size = await sizeOf(file, path, from);
    const chain = new JournalChain({ path, from, mark, kinds });
    const reader = new LineReader(file, from.bytes);
    for await (const lines of reader.batches()) {
      for (const line of lines) visit(chain.accept(line), chain.position);
      const { bytes } = chain.position;
      if (bytes - from.bytes >= mostBytes && bytes < size)
        return { head: chain.position, torn: false, restBytes: size - bytes };
    }
    chain.end();
    return { head: chain.position, torn: reader.tornBytes > 0, restBytes: 0 };
  } finally {
    await file.close();
  }
}

async function openForReading(path: string): Promise<FileHandle> {
  // A journal that is gone without its mark being so is damage; without both, nothing ever was there.
  if (!existsSync(path)) checkReaches(path, JOURNAL_START, readMark(path));
  return open(path, "r");
}

/** @throws JournalDamaged where the file is shorter than what was read of it before */
async function sizeOf(file: FileHandle, path: string, from: JournalPosition): Promise<number> {
  const { size } = await file.stat();
  if (size >= from.bytes) return size;
  throw new JournalDamaged(
    path,
    null,
    `it has ${size} bytes, but ${from.n} records with ${from.bytes} were read before`,
  );
}
