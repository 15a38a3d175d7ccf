import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { z } from "zod";
import { canonicalJson } from "../identity/canonical-json.js";
import type { Coordinates } from "../identity/keys.js";
import type { Entry } from "./fold.js";
import type { JournalPosition } from "./journal-record.js";
import { decodePoints, encodePoints } from "./snapshot-columns.js";
import type { SnapshotLog } from "./snapshot-log.js";
import { JournalLines, StoredPoint } from "./stored-point.js";

// A snapshot stands beside a large journal and saves reading its samples again: what it holds was read from the journal
// once and checked then. It is a cache. One that is not whole, or of another journal or program, is as good as none.

const headerSchema = z.object({
  position: z.object({ n: z.int(), bytes: z.int(), hash: z.string() }),
  rules: z.string(),
  /** SHA-256 of the journal up to the position: a byte changed anywhere in it, and the journal itself is read. */
  journal: z.string(),
  othersBytes: z.int(),
  attempts: z.array(z.string()),
  coordinates: z.array(z.record(z.string(), z.number())),
  check: z.string(),
});

/** The records of a journal up to a position, those of points without their samples. */
export interface Snapshot {
  readonly position: JournalPosition;
  /** In the order of the journal, worked out one by one. */
  readonly entries: Iterable<Entry>;
}

export function snapshotPath(journal: string): string {
  return `${journal}.snapshot`;
}

/** The snapshot of a journal; `null` where there is none that fits it. */
export function readSnapshot(journal: string): Snapshot | null {
  try {
    const content = readFileSync(snapshotPath(journal));
    const headerEnd = content.indexOf("\n");
    const header = headerSchema.parse(JSON.parse(content.toString("utf8", 0, headerEnd)));
    const body = content.subarray(headerEnd + 1);
    const { check, ...facts } = header;
    if (check !== checkOf(facts, body) || header.rules !== codeHash()) return null;
    if (hashUpTo(journal, header.position.bytes) !== header.journal) return null;
    return { position: header.position, entries: entriesOf(header, body, new JournalLines(journal)) };
  } catch {
    return null;
  }
}

/** Writes the snapshot of what was logged. Whether it could be written changes nothing but the time of later readings. */
export function writeSnapshot(journal: string, log: SnapshotLog, position: JournalPosition): void {
  const others = Buffer.from(log.others.map((entry) => JSON.stringify(entry)).join("\n"));
  const body = Buffer.concat([others, encodePoints(log.points)]);
  const temporary = `${snapshotPath(journal)}.${process.pid}`;
  try {
    const facts = {
      position,
      rules: codeHash(),
      journal: hashUpTo(journal, position.bytes),
      othersBytes: others.length,
      attempts: log.attempts,
      coordinates: log.coordinates,
    };
    const header = JSON.stringify({ ...facts, check: checkOf(facts, body) });
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${header}\n`), body]));
    renameSync(temporary, snapshotPath(journal));
  } catch {
    // A folder that may not be written, a full disk: the journal can be read as well.
    rmSync(temporary, { force: true });
  }
}

function checkOf(facts: object, body: Buffer): string {
  return createHash("sha256").update(canonicalJson(facts)).update(body).digest("hex");
}

/** All entries in the order of the journal: both parts are in that order. */
function* entriesOf(header: z.infer<typeof headerSchema>, body: Buffer, lines: JournalLines): Generator<Entry, void> {
  const others = othersOf(body.subarray(0, header.othersBytes));
  const cases = new Map<string, { readonly case: string; readonly arm: string | null }>();
  let next = others.next();
  function* othersBefore(n: number): Generator<Entry, void> {
    for (; !next.done && next.value.n < n; next = others.next()) {
      const entry = next.value;
      if (entry.kind === "attempt") cases.set(entry.body.attempt, { case: entry.body.case, arm: entry.body.arm });
      yield entry;
    }
  }
  for (const point of decodePoints(body.subarray(header.othersBytes))) {
    yield* othersBefore(point.place.n);
    const attempt = header.attempts[point.attempt] ?? "";
    const of = cases.get(attempt);
    if (!of) throw new Error(`the snapshot has points of attempt ${attempt}, which never began`);
    const coordinates: Coordinates = header.coordinates[point.coordinates] ?? {};
    const record = new StoredPoint({ attempt, ...of, coordinates }, point.figures, point.place, lines);
    yield { n: point.place.n, t: new Date(point.timeMs).toISOString(), kind: "point", body: record };
  }
  yield* othersBefore(Infinity);
}

function* othersOf(bytes: Buffer): Generator<Entry, void> {
  for (const line of bytes.toString("utf8").split("\n")) {
    if (line !== "") yield JSON.parse(line) as Entry;
  }
}

const CHUNK_BYTES = 1 << 20;

/** Hash of the first bytes of a file; of fewer, where it is shorter. */
function hashUpTo(path: string, bytes: number): string {
  const fd = openSync(path, "r");
  try {
    const hash = createHash("sha256");
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let done = 0; done < bytes;) {
      const read = readSync(fd, chunk, 0, Math.min(CHUNK_BYTES, bytes - done), done);
      if (read === 0) break;
      hash.update(chunk.subarray(0, read));
      done += read;
    }
    return hash.digest("hex");
  } finally {
    closeSync(fd);
  }
}

/** The modules whose code makes figures of samples and lays them out: what other code made is worked out anew. */
const DECISIVE_MODULES = [
  "../measure/ascending",
  "../measure/drift",
  "../measure/flags",
  "../measure/median-interval",
  "../measure/statistics",
  "./point-state",
  "./snapshot",
  "./snapshot-columns",
];

let knownHash: string | null = null;

function codeHash(): string {
  const extension = extname(import.meta.url);
  knownHash ??= DECISIVE_MODULES.reduce(
    (hash, module) => hash.update(readFileSync(new URL(`${module}${extension}`, import.meta.url))),
    createHash("sha256"),
  ).digest("hex");
  return knownHash;
}
