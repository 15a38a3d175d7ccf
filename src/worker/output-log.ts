import { createWriteStream, type WriteStream } from "node:fs";
import type { Readable } from "node:stream";

const TAIL_BYTES = 8 * 1024;
const FILE_LIMIT_BYTES = 8 * 1024 * 1024;

/** What a worker printed: a bounded file, and the end of it in memory for failure records. */
export class OutputLog {
  readonly #file: WriteStream;
  #tail = Buffer.alloc(0);
  #written = 0;

  constructor(path: string) {
    this.#file = createWriteStream(path, { flags: "a" });
    // A log that cannot be written loses text, never a measurement.
    this.#file.on("error", () => {});
  }

  follow(stream: Readable): void {
    stream.on("data", (chunk: Buffer) => this.#add(chunk));
  }

  /** Adds a line of the parent's own, e.g. why the process could not be started. */
  note(text: string): void {
    this.#add(Buffer.from(`[assay: ${text}]\n`));
  }

  /** The end of the output, at most 8 KiB; bytes that are no UTF-8 are replaced. */
  tail(): string {
    return this.#tail.toString("utf8");
  }

  close(): void {
    this.#file.end();
  }

  #add(chunk: Buffer): void {
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-TAIL_BYTES);
    if (this.#written >= FILE_LIMIT_BYTES) return;
    this.#written += chunk.length;
    this.#file.write(chunk);
    if (this.#written >= FILE_LIMIT_BYTES) this.#file.write("\n[assay: the rest of the output is not kept]\n");
  }
}
