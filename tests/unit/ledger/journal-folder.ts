import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readJournal, type ReadOptions } from "../../../src/ledger/journal-reader.js";
import type { JournalRecord } from "../../../src/ledger/journal-record.js";
import { openJournal } from "../../../src/ledger/journal-writer.js";

/** The path of a journal in a folder that is gone when the test is over. */
export function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "journal.jsonl");
}

/** A closed journal of `count` records of kind `point`, each with its own `tokens`. */
export async function journalOf(count: number): Promise<string> {
  const path = journalPath();
  const writer = await openJournal(path, { create: true });
  const bodies = Array.from({ length: count }, (_, index) => ({
    tokens: index + 1,
    kernel: "é MoE",
    samplesNs: [11, 12],
  }));
  await writer.appendAll(bodies.map((body) => ({ kind: "point", body })));
  await writer.close();
  return path;
}

/** A journal's records, with what the reading said at its end. */
export async function readAll(path: string, options: ReadOptions = {}) {
  const records: JournalRecord[] = [];
  const reading = await readJournal(path, (record) => records.push(record), options);
  return { ...reading, records };
}

/** The lines of a file, without their newlines. */
export function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").slice(0, -1);
}

export function writeLines(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}
