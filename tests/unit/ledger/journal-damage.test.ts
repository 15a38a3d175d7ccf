import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openJournal } from "../../../src/ledger/journal-writer.js";
import { journalOf, journalPath, linesOf, readAll, writeLines } from "./journal-folder.js";

const kinds = new Set(["point"]);
const NEWLINE = 0x0a;

/** Number of the record in which a byte of a journal lies; a newline belongs to the record that it ends. */
function recordAt(journal: Buffer, offset: number): number {
  return journal.subarray(0, offset).filter((byte) => byte === NEWLINE).length + 1;
}

/** What a reading says of a journal with one byte changed. */
async function readChanged(path: string, journal: Buffer, { offset, by }: { offset: number; by: number }) {
  const changed = Buffer.from(journal);
  changed[offset] = ((changed[offset] ?? 0) + by) % 256;
  writeFileSync(path, changed);
  return readAll(path, { kinds }).then(
    () => "nothing",
    (error: unknown) => error,
  );
}

/** What a reading says of a journal with other lines in it. */
async function readLines(path: string, lines: readonly string[]) {
  writeLines(path, lines);
  return readAll(path).then(
    () => "nothing",
    (error: unknown) => error,
  );
}

describe("one changed byte", () => {
  it("is found wherever it is, and its record named", async () => {
    const path = await journalOf(6);
    const journal = readFileSync(path);
    for (let offset = 0; offset < journal.length - 1; offset += 1) {
      const found = await readChanged(path, journal, { offset, by: 1 + (offset % 255) });
      expect(found, `byte ${offset}`).toMatchObject({ name: "JournalDamaged", path, line: recordAt(journal, offset) });
    }
  });

  it("is found in the last newline: the journal then ends too early", async () => {
    const path = await journalOf(6);
    const journal = readFileSync(path);
    const found = await readChanged(path, journal, { offset: journal.length - 1, by: 1 });
    expect(found).toMatchObject({ name: "JournalDamaged", defect: "it ends after record 5, but 6 records were there" });
    await expect(openJournal(path)).rejects.toMatchObject({ name: "JournalDamaged" });
  });

  it("is found in a journal of 10,000 records", async () => {
    const path = await journalOf(10_000);
    const journal = readFileSync(path);
    const anywhere = fc.record({
      offset: fc.integer({ min: 0, max: journal.length - 2 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(anywhere, async (change) => {
        const found = await readChanged(path, journal, change);
        expect(found).toMatchObject({ name: "JournalDamaged", line: recordAt(journal, change.offset) });
      }),
      { numRuns: 25 },
    );
  });

  it("in the last record is found when opening, too", async () => {
    const path = await journalOf(3);
    writeFileSync(path, readFileSync(path, "utf8").replace('"tokens":3', '"tokens":4'));
    const untouched = readFileSync(path);
    await expect(openJournal(path)).rejects.toMatchObject({ name: "JournalDamaged", line: 3 });
    expect(readFileSync(path)).toEqual(untouched);
  });

  it("names both records where nothing tells which of the two was changed", async () => {
    const path = await journalOf(3);
    rmSync(`${path}.head`);
    writeFileSync(path, readFileSync(path, "utf8").replace('"tokens":2', '"tokens":5'));
    await expect(readAll(path)).rejects.toMatchObject({ line: 3, defect: "record 2 or 3 was changed" });
  });
});

describe("records out of their place", () => {
  const SIZE = 12;
  const place = fc.integer({ min: 0, max: SIZE - 1 });

  it("a dropped one is found, and named", async () => {
    const path = await journalOf(SIZE);
    const lines = linesOf(path);
    for (let at = 0; at < SIZE - 1; at += 1) {
      const found = await readLines(path, lines.toSpliced(at, 1));
      const defect = `record ${at + 2} stands where record ${at + 1} belongs: one was dropped, doubled or moved`;
      expect(found).toMatchObject({ name: "JournalDamaged", line: at + 1, defect });
    }
    const last = await readLines(path, lines.slice(0, -1));
    expect(last).toMatchObject({ defect: `it ends after record ${SIZE - 1}, but ${SIZE} records were there` });
  });

  it("a doubled one is found, and named", async () => {
    const path = await journalOf(SIZE);
    const lines = linesOf(path);
    for (const [at, line] of lines.entries()) {
      const found = await readLines(path, lines.toSpliced(at, 0, line));
      expect(found).toMatchObject({ name: "JournalDamaged", line: at + 2 });
    }
  });

  it("two that changed places are found, and the first of them named", async () => {
    const path = await journalOf(SIZE);
    const lines = linesOf(path);
    await fc.assert(
      fc.asyncProperty(place, place, async (left, right) => {
        fc.pre(left !== right);
        const swapped = lines.with(left, lines[right] ?? "").with(right, lines[left] ?? "");
        const found = await readLines(path, swapped);
        expect(found).toMatchObject({ name: "JournalDamaged", line: Math.min(left, right) + 1 });
      }),
      { numRuns: 60 },
    );
  });

  it("a record of another journal is found", async () => {
    const path = await journalOf(3);
    const other = linesOf(await journalOf(3));
    const lines = linesOf(path);
    expect(await readLines(path, lines.with(1, other[1] ?? ""))).toMatchObject({ line: 2 });
    expect(await readLines(path, other)).toMatchObject({ line: 3, defect: "record 3 is not the one that was synced" });
  });
});

describe("field cases: resume", () => {
  it.each([
    ["half", (bytes: number) => Math.floor(bytes / 2)],
    ["zero bytes", () => 0],
  ])(
    "the ledger is cut to %s: named with the way out, nothing is deleted, what is left can be used",
    async (_, cut) => {
      const path = await journalOf(21);
      truncateSync(path, cut(readFileSync(path).length));
      const left = readFileSync(path);

      for (const attempt of [() => readAll(path), () => openJournal(path), () => openJournal(path, { create: true })]) {
        await expect(attempt()).rejects.toMatchObject({ name: "JournalDamaged", path, line: null });
        await expect(attempt()).rejects.toThrow(/but 21 records were there.*delete .*journal\.jsonl\.head and resume/);
      }
      expect(readFileSync(path)).toEqual(left);

      rmSync(`${path}.head`);
      const writer = await openJournal(path, { create: true });
      await writer.append("point", { tokens: 99 });
      await writer.close();
      expect((await readAll(path)).records.at(-1)).toMatchObject({ tokens: 99 });
    },
  );

  it("the ledger is gone: no new one is begun in its place", async () => {
    const path = await journalOf(2);
    rmSync(path);
    await expect(readAll(path)).rejects.toThrow("it holds no whole record, but 2 records were there");
    await expect(openJournal(path, { create: true })).rejects.toThrow("but 2 records were there");
  });
});

describe("what another version wrote", () => {
  it("an unknown kind is refused by name", async () => {
    const path = await journalOf(2);
    const writer = await openJournal(path);
    await writer.append("adopted", { by: "me" });
    await writer.append("point", { tokens: 3 });
    await writer.close();
    const refused = { name: "JournalTooNew", line: 3, unknown: "unknown kind adopted" };
    await expect(readAll(path, { kinds })).rejects.toMatchObject(refused);
    await expect(readAll(path, { kinds })).rejects.toThrow("written by a newer Assay");
    expect((await readAll(path)).records).toHaveLength(4);
  });

  it("a newer version of the journal is refused by name, by reader and writer", async () => {
    const path = journalPath();
    const line = { n: 1, t: "2031-01-01T00:00:00.000Z", kind: "point", v: 2, prev: "0".repeat(64) };
    writeLines(path, [JSON.stringify(line)]);
    const refused = { name: "JournalTooNew", line: 1, unknown: "version 2 of the journal" };
    await expect(readAll(path)).rejects.toMatchObject(refused);
    await expect(openJournal(path)).rejects.toMatchObject(refused);
  });
});

describe("the note beside the journal", () => {
  it("may be missing, or unreadable: it guards nothing then, and forbids nothing", async () => {
    const path = await journalOf(2);
    for (const text of ["", "{", '{"n":9,"bytes":9999,"hash":"ab","check":"cd"}']) {
      writeFileSync(`${path}.head`, text);
      expect((await readAll(path)).records).toHaveLength(2);
    }
  });

  it("may lag behind the journal", async () => {
    const path = await journalOf(2);
    copyFileSync(`${path}.head`, `${path}.kept`);
    const writer = await openJournal(path);
    await writer.append("point", { tokens: 3 });
    await writer.close();
    copyFileSync(`${path}.kept`, `${path}.head`);
    expect((await readAll(path)).records).toHaveLength(3);
  });
});

describe("reading on from where an earlier reading ended", () => {
  it("hands over what came since, and nothing twice", async () => {
    const path = await journalOf(3);
    const { head } = await readAll(path);
    expect((await readAll(path, { from: head })).records).toEqual([]);
    const writer = await openJournal(path);
    await writer.append("point", { tokens: 4 });
    await writer.close();
    const on = await readAll(path, { from: head });
    expect(on.records.map(({ n }) => n)).toEqual([4]);
    expect(on.head).toEqual(writer.head);
  });

  it("says so where the journal became shorter since, or another one", async () => {
    const path = await journalOf(3);
    const { head } = await readAll(path);
    truncateSync(path, head.bytes - 1);
    await expect(readAll(path, { from: head })).rejects.toThrow(`but 3 records with ${head.bytes} were read before`);
    copyFileSync(await journalOf(5), path);
    await expect(readAll(path, { from: head })).rejects.toMatchObject({ name: "JournalDamaged" });
  });
});
