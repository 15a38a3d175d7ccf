import { isUtf8 } from "node:buffer";
import { ProtocolError } from "./protocol-error.js";

/** Longest line that is accepted, without its newline. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines of strict UTF-8. A line that the stream's end cut short is never yielded. */
export class LineSplitter {
  readonly #maxBytes: number;
  /** The beginning of a line whose end has not come yet. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(maxBytes = MAX_LINE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The lines that `chunk` completes, without their newlines.
   * @throws ProtocolError for bytes that are no UTF-8 and for a line past the bound, after the lines before it.
   */
  *push(chunk: Buffer): Generator<string, void> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield this.#line(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    this.#bound(part);
    this.#pending.push(part);
    this.#pendingBytes += part.length;
  }

  #line(part: Buffer): string {
    this.#bound(part);
    const bytes = this.#pendingBytes === 0 ? part : Buffer.concat([...this.#pending, part]);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (!isUtf8(bytes))
      throw new ProtocolError("encoding", `a line is not UTF-8: ${excerpt(bytes.toString("latin1"))}`);
    return bytes.toString("utf8");
  }

  #bound(part: Buffer): void {
    if (this.#pendingBytes + part.length <= this.#maxBytes) return;
    const start = Buffer.concat([...this.#pending, part]).toString("latin1", 0, EXCERPT_LENGTH);
    throw new ProtocolError("length", `a line is longer than ${this.#maxBytes} bytes: ${excerpt(start)}`);
  }
}

const EXCERPT_LENGTH = 120;

/** The start of a text, quoted, short enough for a message. */
export function excerpt(text: string): string {
  return JSON.stringify(text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text);
}
