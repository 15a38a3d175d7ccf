import { createWriteStream, type WriteStream } from "node:fs";
import type { Readable } from "node:stream";
import type { WorkerLog } from "./worker-channel.js";

const TAIL_BYTES = 8 * 1024;
const FLUSH_MS = 100;
const FILE_LIMIT_BYTES = 8 * 1024 * 1024;

/** What a worker printed: a bounded file, and the end of it in memory for failure records. */
export class OutputLog implements WorkerLog {
  readonly #file: WriteStream;
  #tail = Buffer.alloc(0);
  #written = 0;
  #isClosed = false;
  #gathered: Buffer[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string) {
    this.#file = createWriteStream(path, { flags: "a" });
    // A log that cannot be written loses text, never a measurement.
    this.#file.on("error", () => {});
  }

  follow(stream: Readable): void {
    stream.on("data", (chunk: Buffer) => this.#add(chunk));
  }

  note(text: string): void {
    this.#add(lineOf(text));
  }

  /** It goes to the file alone, however full that is. */
  remark(text: string): void {
    if (!this.#isClosed) this.#gather(lineOf(text));
  }

  /** The end of the output, at most 8 KiB; bytes that are no UTF-8 are replaced. */
  tail(): string {
    return this.#tail.toString("utf8");
  }

  close(): void {
    this.#isClosed = true;
    this.#flush();
    this.#file.end();
  }

  #add(chunk: Buffer): void {
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-TAIL_BYTES);
    if (this.#isClosed || this.#written >= FILE_LIMIT_BYTES) return;
    this.#gather(chunk.subarray(0, FILE_LIMIT_BYTES - this.#written));
    this.#written += chunk.length;
    if (this.#written >= FILE_LIMIT_BYTES) this.#gather(Buffer.from("\n[assay: the rest of the output is not kept]\n"));
  }

  /** A write costs as much as a short case: lines go to the file together. */
  #gather(bytes: Buffer): void {
    this.#gathered.push(bytes);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#gathered.length > 0) this.#file.write(Buffer.concat(this.#gathered));
    this.#gathered = [];
  }
}

function lineOf(text: string): Buffer {
  return Buffer.from(`[assay: ${text}]\n`);
}
