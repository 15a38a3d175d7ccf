import { closeSync, openSync, readSync } from "node:fs";
import type { Coordinates } from "../identity/keys.js";
import { JournalDamaged } from "./journal-errors.js";
import { hashOfLine, type LinePlace } from "./journal-record.js";
import type { PointFigures } from "./point-state.js";
import type { PointRecord } from "./records.js";

/** Hex digits of a line's hash that are kept: as many as tell any two lines apart. */
export const KEPT_DIGITS = 32;

/** Which attempt measured which point of what. */
type Identity = Pick<PointRecord, "attempt" | "case" | "arm" | "coordinates">;
type Content = Pick<PointRecord, "point" | "askedTokens">;

/** A record of a point whose figures are known, and whose samples stay in the journal until somebody asks for them. */
export class StoredPoint implements PointRecord {
  readonly attempt: string;
  readonly case: string;
  readonly arm: string | null;
  readonly coordinates: Coordinates;

  constructor(
    { attempt, case: key, arm, coordinates }: Identity,
    readonly figures: PointFigures,
    readonly place: LinePlace,
    private readonly lines: JournalLines,
  ) {
    this.attempt = attempt;
    this.case = key;
    this.arm = arm;
    this.coordinates = coordinates;
  }

  /** @throws JournalDamaged where its line was changed since it was read for the first time */
  get point(): PointRecord["point"] {
    return this.#read().point;
  }

  get askedTokens(): PointRecord["askedTokens"] {
    return this.#read().askedTokens;
  }

  #read(): Content {
    return JSON.parse(this.lines.line(this.place).toString("utf8")) as Content;
  }
}

const WINDOW_BYTES = 1 << 20;

/** Single lines of a journal, a window at a time: who asks for one mostly asks for the next as well. */
export class JournalLines {
  #window = Buffer.alloc(0);
  #windowStart = 0;

  constructor(private readonly path: string) {}

  /** @throws JournalDamaged where another line than the one that was read stands there now */
  line({ n, start, bytes, hash }: LinePlace): Buffer {
    const line = this.#bytesAt(start, bytes);
    if (hashOfLine(line).startsWith(hash.slice(0, KEPT_DIGITS))) return line;
    throw new JournalDamaged(this.path, n, `record ${n} was changed`);
  }

  #bytesAt(start: number, bytes: number): Buffer {
    const isInside = start >= this.#windowStart && start + bytes <= this.#windowStart + this.#window.length;
    if (!isInside) this.#move(start, Math.max(bytes, WINDOW_BYTES));
    return this.#window.subarray(start - this.#windowStart, start - this.#windowStart + bytes);
  }

  #move(start: number, bytes: number): void {
    const fd = openSync(this.path, "r");
    try {
      const buffer = Buffer.allocUnsafe(bytes);
      this.#window = buffer.subarray(0, readSync(fd, buffer, 0, bytes, start));
      this.#windowStart = start;
    } finally {
      closeSync(fd);
    }
  }
}
