import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  statSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { checkReaches, parseLine } from "./journal-chain.js";
import { asWriteFailure, JournalDamaged, JournalWriteFailed, markPath } from "./journal-errors.js";
import { tailOf } from "./journal-lines.js";
import { readMark, writeMark } from "./journal-mark.js";
import { readJournal } from "./journal-reader.js";
import { hashOfLine, JOURNAL_START, JOURNAL_VERSION, type JournalPosition } from "./journal-record.js";

const syncData = promisify(fdatasync);
/** How far the note beside the journal may lag behind it. */
const MARK_INTERVAL_MS = 50;

interface OpenedFile {
  readonly path: string;
  readonly journalFd: number;
  readonly markFd: number;
  /** What stood at the path when it was opened. */
  readonly identity: Pick<Stats, "dev" | "ino">;
  readonly end: JournalPosition;
  readonly tornBytes: number;
}

/** The file of a journal, open for appending: what is whole in it stays whole, whatever fails. */
export class JournalFile {
  #end: JournalPosition;
  #markedAtMs = -Infinity;
  #markTimer: NodeJS.Timeout | null = null;

  private constructor(private readonly opened: OpenedFile) {
    this.#end = opened.end;
  }

  /**
   * Opens a journal at its end and makes durable what is there; cuts off a torn last line.
   * @throws JournalDamaged, JournalTooNew, or what the file system says
   */
  static async open(path: string, create: boolean): Promise<JournalFile> {
    const isNew = !existsSync(path);
    if (isNew) checkReaches(path, JOURNAL_START, readMark(path));
    const journalFd = openSync(path, constants.O_RDWR | (create ? constants.O_CREAT : 0));
    try {
      const { size } = fstatSync(journalFd);
      const end = await endOf(path, journalFd, size);
      if (end.n === 0 && !create) throw new JournalDamaged(path, null, "it holds no record");
      ftruncateSync(journalFd, end.bytes);
      fdatasyncSync(journalFd);
      if (isNew) syncFolder(dirname(path));
      const markFd = openSync(markPath(path), constants.O_WRONLY | constants.O_CREAT);
      const tornBytes = size - end.bytes;
      return new JournalFile({ path, journalFd, markFd, identity: statSync(path), end, tornBytes });
    } catch (error) {
      closeSync(journalFd);
      throw error;
    }
  }

  /** After the last durable record. */
  get position(): JournalPosition {
    return this.#end;
  }

  /** Bytes of a torn last line that were cut off. */
  get tornBytes(): number {
    return this.opened.tornBytes;
  }

  /**
   * Makes lines durable, all or none: a batch that fails is cut off again.
   * @param last number and hash of the last of the lines
   * @throws JournalWriteFailed
   */
  async append(lines: readonly string[], last: Pick<JournalPosition, "n" | "hash">): Promise<void> {
    this.checkInPlace();
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    try {
      // To the page cache without a detour over the thread pool; the sync alone has to wait for the disk.
      writeWhole(this.opened.journalFd, bytes, this.#end.bytes);
      await syncData(this.opened.journalFd);
    } catch (error) {
      this.#cutBack();
      throw asWriteFailure(this.opened.path, error);
    }
    this.#end = { n: last.n, hash: last.hash, bytes: this.#end.bytes + bytes.length };
    this.#noteMarkSoon();
  }

  /**
   * Checks that the file at the path is still the one that is written, and as long as it was left.
   * @throws JournalWriteFailed `ENOENT` where it is gone, `ESTALE` where another program replaced or changed it
   */
  checkInPlace(): void {
    const { path, identity } = this.opened;
    const now = statSync(path, { throwIfNoEntry: false });
    if (now === undefined) throw new JournalWriteFailed(path, "ENOENT", undefined);
    const isSame = now.ino === identity.ino && now.dev === identity.dev && now.size === this.#end.bytes;
    if (!isSame) throw new JournalWriteFailed(path, "ESTALE", undefined);
  }

  close(): void {
    if (this.#markTimer) this.#noteMark();
    closeSync(this.opened.journalFd);
    closeSync(this.opened.markFd);
  }

  #cutBack(): void {
    try {
      ftruncateSync(this.opened.journalFd, this.#end.bytes);
    } catch {
      // The error that is on its way out says more; a torn line is cut off when the journal is opened again.
    }
  }

  /** The note costs as much as the write that it guards: a busy journal has it a little later. */
  #noteMarkSoon(): void {
    if (performance.now() - this.#markedAtMs >= MARK_INTERVAL_MS) return this.#noteMark();
    this.#markTimer ??= setTimeout(() => this.#noteMark(), MARK_INTERVAL_MS);
  }

  #noteMark(): void {
    if (this.#markTimer) clearTimeout(this.#markTimer);
    this.#markTimer = null;
    this.#markedAtMs = performance.now();
    try {
      writeMark(this.opened.markFd, this.#end);
    } catch {
      // The older note still holds, only less of the journal is guarded by it: no reason to stop a campaign.
    }
  }
}

/** After the last whole line. */
async function endOf(path: string, fd: number, size: number): Promise<JournalPosition> {
  const { line, wholeBytes } = tailOf(fd, size);
  const record = line === null ? null : parseLine(line);
  if (line !== null && (record?.v !== JOURNAL_VERSION || typeof record.n !== "number")) await failOnDefect(path);
  const n = typeof record?.n === "number" ? record.n : 0;
  const end = { n, bytes: wholeBytes, hash: line === null ? JOURNAL_START.hash : hashOfLine(line) };
  const mark = readMark(path);
  checkReaches(path, end, mark);
  if (mark?.n === n && mark.hash !== end.hash) throw new JournalDamaged(path, n, `record ${n} was changed`);
  return end;
}

/** The end of a journal does not say which line is wrong; reading it from the beginning does. */
async function failOnDefect(path: string): Promise<never> {
  await readJournal(path, () => {});
  throw new JournalDamaged(path, null, "its last line is not sound");
}

function writeWhole(fd: number, bytes: Buffer, offset: number): void {
  // A disk that is nearly full takes a part; the next call then says why.
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, offset + done);
}

/** A new file is durable once its folder is, too. */
function syncFolder(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
