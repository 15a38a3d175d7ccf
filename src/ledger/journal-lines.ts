import { closeSync, openSync, readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

const NEWLINE = 0x0a;
/** Some milliseconds' worth: what else a process does has its turn in between. */
const CHUNK_BYTES = 1 << 18;

/** Reads the whole lines of a file from an offset on. */
export class LineReader {
  #buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  #held = 0;

  constructor(
    private readonly file: FileHandle,
    private readonly from: number,
  ) {}

  /** Bytes after the last newline that was read. */
  get tornBytes(): number {
    return this.#held;
  }

  /**
   * The lines in order, without their newlines, as many at a time as one reading brought.
   * They are views of a buffer that the next reading uses again.
   */
  async *batches(): AsyncGenerator<readonly Buffer[]> {
    for (let offset = this.from; ;) {
      const { bytesRead } = await this.file.read(this.#buffer, this.#held, this.#buffer.length - this.#held, offset);
      if (bytesRead === 0) return;
      offset += bytesRead;
      const filled = this.#buffer.subarray(0, this.#held + bytesRead);
      const { lines, rest } = splitLines(filled);
      if (lines.length > 0) yield lines;
      this.#keep(rest);
    }
  }

  /** Moves the beginning of a line to the front of the buffer, and doubles a buffer that one line fills. */
  #keep(rest: Buffer): void {
    const buffer = rest.length === this.#buffer.length ? Buffer.allocUnsafe(2 * rest.length) : this.#buffer;
    rest.copy(buffer);
    this.#buffer = buffer;
    this.#held = rest.length;
  }
}

function splitLines(filled: Buffer): { readonly lines: readonly Buffer[]; readonly rest: Buffer } {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = filled.indexOf(NEWLINE); end !== -1; end = filled.indexOf(NEWLINE, start)) {
    lines.push(filled.subarray(start, end));
    start = end + 1;
  }
  return { lines, rest: filled.subarray(start) };
}

/** The line that begins at an offset, without its newline; `null` where no whole line does. */
export function lineAt(path: string, offset: number): Buffer | null {
  const fd = openSync(path, "r");
  try {
    for (let size = 1 << 16; ; size *= 2) {
      const buffer = Buffer.alloc(size);
      const filled = buffer.subarray(0, readSync(fd, buffer, 0, size, offset));
      const end = filled.indexOf(NEWLINE);
      if (end !== -1) return filled.subarray(0, end);
      if (filled.length < size) return null;
    }
  } finally {
    closeSync(fd);
  }
}

/** The end of a file of lines. */
export interface Tail {
  /** The last whole line, without its newline; `null` where there is none. */
  readonly line: Buffer | null;
  /** Bytes up to and with the last newline. */
  readonly wholeBytes: number;
}

/** Finds the last whole line from behind, so that opening a long journal costs no more than opening a short one. */
export function tailOf(fd: number, fileBytes: number): Tail {
  for (let window = 1 << 16; ; window *= 2) {
    const start = Math.max(0, fileBytes - window);
    const buffer = Buffer.alloc(fileBytes - start);
    const filled = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, start));
    const end = filled.lastIndexOf(NEWLINE);
    const before = end <= 0 ? -1 : filled.lastIndexOf(NEWLINE, end - 1);
    if (end !== -1 && (before !== -1 || start === 0)) {
      return { line: filled.subarray(before + 1, end), wholeBytes: start + end + 1 };
    }
    if (start === 0) return { line: null, wholeBytes: 0 };
  }
}
