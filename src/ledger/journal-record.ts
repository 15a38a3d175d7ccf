import { hash } from "node:crypto";

/** Version of the journal's format; a reader refuses what a newer one wrote. */
export const JOURNAL_VERSION = 1;

/** Number of a record, and when it was handed to the writer (ISO 8601). */
export interface JournalStamp {
  readonly n: number;
  readonly t: string;
}

/** A record as read: the envelope and, beside it, the record's own fields. `n` is also the number of its line. */
export interface JournalRecord extends JournalStamp {
  readonly kind: string;
  readonly v: number;
  /** SHA-256 of the line before, without its newline. */
  readonly prev: string;
  /** Checked by whoever wrote them, and not again when read. */
  readonly [field: string]: unknown;
}

/** A record to be written. Its body is an object of plain JSON: no NaN, which JSON would turn into null. */
export interface NewRecord {
  readonly kind: string;
  readonly body: object;
}

/** A place between two records: those before it, their bytes, and the hash of the last one's line (the seal so far). */
export interface JournalPosition {
  readonly n: number;
  readonly bytes: number;
  readonly hash: string;
}

/** Where a record's line lies in its journal, in bytes and without its newline, and the line's hash. */
export interface LinePlace {
  readonly n: number;
  readonly start: number;
  readonly bytes: number;
  readonly hash: string;
}

/** The place of the line that ends a position, newline included. @param before the position of the line before it */
export function placeOfLine(before: Pick<JournalPosition, "bytes">, { n, bytes, hash }: JournalPosition): LinePlace {
  return { n, start: before.bytes, bytes: bytes - before.bytes - 1, hash };
}

/** Before the first record. */
export const JOURNAL_START: JournalPosition = { n: 0, bytes: 0, hash: "0".repeat(64) };

const reserved = ["n", "t", "kind", "v", "prev"];

/** SHA-256 of one line without its newline, as 64 hex digits. */
export function hashOfLine(line: string | Buffer): string {
  return hash("sha256", line);
}

/**
 * The line of the record that follows a position, without its newline.
 * @param stamp number and time of the record
 * @param prev hash of the line before
 * @throws TypeError where the body carries a field of the envelope, or what JSON cannot carry
 */
export function encodeRecord({ n, t }: JournalStamp, prev: string, { kind, body }: NewRecord): string {
  const clash = reserved.find((name) => name in body);
  if (clash !== undefined) throw new TypeError(`the field ${clash} of a ${kind} record belongs to the journal`);
  return JSON.stringify({ n, t, kind, v: JOURNAL_VERSION, prev, ...body });
}
