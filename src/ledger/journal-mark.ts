import { writeSync } from "node:fs";
import { z } from "zod";
import { sha256Hex } from "../identity/keys.js";
import { markPath } from "./journal-errors.js";
import type { JournalPosition } from "./journal-record.js";
import { readIfThere } from "./text-file.js";

// A chain of hashes tells neither that its end was cut off nor that its last line was changed. So the writer notes
// how far it synced, at most every 50 ms. The note is not synced itself: it may lag behind, but is never ahead.

const markSchema = z.object({ n: z.int(), bytes: z.int(), hash: z.string(), check: z.string() });

/** How far the journal was synced at least; `null` where nothing (readable) says so. */
export function readMark(journalPath: string): JournalPosition | null {
  const text = readIfThere(markPath(journalPath));
  if (text === null) return null;
  try {
    const { check, ...position } = markSchema.parse(JSON.parse(text.split("\n", 1)[0] ?? ""));
    return check === checkOf(position) ? position : null;
  } catch {
    // Half of an old note and half of a new one, or none: it guards nothing, and forbids nothing.
    return null;
  }
}

/** Overwrites the note. Positions only grow, so no rest of a longer one is left behind it. */
export function writeMark(markFd: number, position: JournalPosition): void {
  writeSync(markFd, `${JSON.stringify({ ...position, check: checkOf(position) })}\n`, 0);
}

function checkOf({ n, bytes, hash }: JournalPosition): string {
  return sha256Hex(`${n} ${bytes} ${hash}`).slice(0, 16);
}
