import { JournalDamaged, JournalTooNew } from "./journal-errors.js";
import { lineAt } from "./journal-lines.js";
import { hashOfLine, JOURNAL_VERSION, type JournalPosition, type JournalRecord } from "./journal-record.js";

/** A line as read: nothing of it is known yet. */
type Read = Partial<Record<"n" | "t" | "kind" | "v" | "prev", unknown>>;

export interface ChainOptions {
  readonly path: string;
  readonly from: JournalPosition;
  /** How far the journal was synced at least. */
  readonly mark: JournalPosition | null;
  /** The kinds of record that the caller knows; left out: all are. */
  readonly kinds: ReadonlySet<string> | undefined;
}

/** Walks along a journal, line by line, and stops at the first that does not belong where it stands. */
export class JournalChain {
  #position: JournalPosition;

  constructor(private readonly options: ChainOptions) {
    this.#position = options.from;
  }

  /** After the last line that was accepted. */
  get position(): JournalPosition {
    return this.#position;
  }

  /**
   * Checks the next line and steps behind it.
   * @throws JournalDamaged naming the record that was changed, dropped, doubled or moved
   * @throws JournalTooNew for a version or kind that is not known
   */
  accept(line: Buffer): JournalRecord {
    const record = parseLine(line);
    if (!this.#follows(record)) throw this.#defect(line, record);
    this.#position = { n: record.n, bytes: this.#position.bytes + line.length + 1, hash: hashOfLine(line) };
    this.#checkMark();
    return record;
  }

  /**
   * Checks that nothing is missing where the whole lines end.
   * @throws JournalDamaged where the journal was synced farther than that
   */
  end(): void {
    checkReaches(this.options.path, this.#position, this.options.mark);
  }

  #follows(record: Read | null): record is JournalRecord {
    const { n, hash } = this.#position;
    return (
      record !== null &&
      record.n === n + 1 &&
      record.v === JOURNAL_VERSION &&
      record.prev === hash &&
      typeof record.t === "string" &&
      typeof record.kind === "string" &&
      (this.options.kinds?.has(record.kind) ?? true)
    );
  }

  #checkMark(): void {
    const { path, mark } = this.options;
    const { n, bytes, hash } = this.#position;
    if (mark?.n !== n || (mark.bytes === bytes && mark.hash === hash)) return;
    throw new JournalDamaged(path, n, `record ${n} is not the one that was synced`);
  }

  /** What is wrong with a line that does not follow. */
  #defect(line: Buffer, record: Read | null): Error {
    const { path } = this.options;
    const due = this.#position.n + 1;
    const changed = this.#wasChanged(line);
    if (record === null) return new JournalDamaged(path, due, "the line is no JSON object");
    if (changed !== true && isNewer(record.v))
      return new JournalTooNew(path, due, `version ${record.v} of the journal`);
    if (record.n !== due) return new JournalDamaged(path, due, misplaced(record.n, due));
    if (record.prev !== this.#position.hash) return this.#brokenLink(changed);
    if (changed !== true && typeof record.kind === "string") {
      return new JournalTooNew(path, due, `unknown kind ${record.kind}`);
    }
    return new JournalDamaged(path, due, `record ${due} was changed`);
  }

  /** A link joins two records: which of them was changed is told by the link that follows. */
  #brokenLink(changed: boolean | null): JournalDamaged {
    const { path } = this.options;
    const due = this.#position.n + 1;
    if (due === 1) return new JournalDamaged(path, 1, "record 1 is not the beginning of a journal");
    if (changed === null) return new JournalDamaged(path, due, `record ${due - 1} or ${due} was changed`);
    const culprit = changed ? due : due - 1;
    return new JournalDamaged(path, culprit, `record ${culprit} was changed`);
  }

  /** Whether the line differs from what the next line, or the mark, says of it; `null` where neither speaks of it. */
  #wasChanged(line: Buffer): boolean | null {
    const { path, mark } = this.options;
    const { n, bytes } = this.#position;
    const hash = hashOfLine(line);
    if (mark?.n === n + 1) return mark.hash !== hash;
    const next = lineAt(path, bytes + line.length + 1);
    const prev = next === null ? undefined : parseLine(next)?.prev;
    return typeof prev === "string" ? prev !== hash : null;
  }
}

/**
 * Checks that a journal's whole lines reach as far as it was synced.
 * @throws JournalDamaged
 */
export function checkReaches(path: string, end: JournalPosition, mark: JournalPosition | null): void {
  if (mark === null || mark.n <= end.n) return;
  const left = end.n === 0 ? "it holds no whole record" : `it ends after record ${end.n}`;
  throw new JournalDamaged(path, null, `${left}, but ${mark.n} records were there`);
}

/** A line as a JSON object, or `null` where it is none. */
export function parseLine(line: Buffer): Read | null {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function isNewer(version: unknown): version is number {
  return typeof version === "number" && version > JOURNAL_VERSION;
}

function misplaced(found: unknown, due: number): string {
  if (typeof found !== "number") return `record ${due} has no number`;
  return `record ${found} stands where record ${due} belongs: one was dropped, doubled or moved`;
}
