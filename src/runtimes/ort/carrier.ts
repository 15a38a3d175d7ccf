import { writeSync } from "node:fs";
import { encodeMessage } from "../../protocol/framing.js";
import type { Report } from "../../protocol/messages.js";

/** The descriptor on which a local worker tells its parent. */
const UP = 3;
const RETRY_MS = 1;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Writes a report whole before it returns. @throws the system's error when the parent is gone. */
export function sendReport(report: Report): void {
  const bytes = Buffer.from(encodeMessage(report), "utf8");
  for (let written = 0; written < bytes.length;) written += writeSome(bytes.subarray(written));
}

/** A pipe that is full refuses (EAGAIN) where it does not block: its reader is waited for. */
function writeSome(bytes: Buffer): number {
  try {
    return writeSync(UP, bytes);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    Atomics.wait(sleeper, 0, 0, RETRY_MS);
    return 0;
  }
}
