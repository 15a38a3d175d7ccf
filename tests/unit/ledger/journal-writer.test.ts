import { createHash } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openJournal } from "../../../src/ledger/journal-writer.js";
import { CampaignLocked } from "../../../src/ledger/lock.js";
import { journalOf, journalPath, linesOf, readAll } from "./journal-folder.js";

describe("appending", () => {
  it("writes the envelope, then the body, one JSON line a record, each with the hash of the line before", async () => {
    const path = journalPath();
    const writer = await openJournal(path, { create: true });
    const first = await writer.append("campaign", { name: "demo" });
    await writer.append("point", { tokens: 64 });
    await writer.close();

    const [one = "", two = ""] = linesOf(path);
    expect(one).toBe(`{"n":1,"t":"${first.t}","kind":"campaign","v":1,"prev":"${"0".repeat(64)}","name":"demo"}`);
    const hash = createHash("sha256").update(one).digest("hex");
    expect(JSON.parse(two)).toMatchObject({ n: 2, kind: "point", v: 1, prev: hash, tokens: 64 });
  });

  it("resolves with the record's number and time, in order", async () => {
    const writer = await openJournal(journalPath(), { create: true });
    const stamps = await Promise.all([1, 2, 3].map((tokens) => writer.append("point", { tokens })));
    expect(stamps.map(({ n }) => n)).toEqual([1, 2, 3]);
    await writer.close();
  });

  it("gives back what was appended, whatever the JSON", async () => {
    const body = fc.dictionary(
      fc.string().filter((name) => !["n", "t", "kind", "v", "prev"].includes(name)),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 8 }), async (bodies) => {
        const path = journalPath();
        const writer = await openJournal(path, { create: true });
        for (const one of bodies) await writer.append("any", one);
        await writer.close();
        const { records } = await readAll(path);
        const read = records.map(({ n: _n, t: _t, kind: _k, v: _v, prev: _p, ...rest }) => rest);
        expect(read).toEqual(bodies.map((one) => JSON.parse(JSON.stringify(one))));
      }),
      { numRuns: 60 },
    );
  });

  it("refuses a body that carries a field of the envelope, and goes on", async () => {
    const writer = await openJournal(journalPath(), { create: true });
    expect(() => writer.append("point", { n: 7 })).toThrow("the field n of a point record belongs to the journal");
    expect(await writer.append("point", { tokens: 7 })).toMatchObject({ n: 1 });
    await writer.close();
  });

  it("takes nothing after it was closed; closing twice is closing once", async () => {
    const path = journalPath();
    const writer = await openJournal(path, { create: true });
    const onItsWay = writer.append("point", { tokens: 1 });
    await Promise.all([writer.close(), writer.close()]);
    expect(await onItsWay).toMatchObject({ n: 1 });
    await expect(writer.append("point", { tokens: 2 })).rejects.toThrow("closed");
    expect((await readAll(path)).records).toHaveLength(1);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

describe("batches", () => {
  it("syncs once for what is appended in one turn, or with appendAll", async () => {
    const writer = await openJournal(journalPath(), { create: true });
    await Promise.all(Array.from({ length: 50 }, (_, tokens) => writer.append("point", { tokens })));
    expect(writer.counters).toMatchObject({ records: 50, batches: 1 });
    await writer.appendAll(Array.from({ length: 50 }, (_, tokens) => ({ kind: "point", body: { tokens } })));
    expect(writer.counters).toMatchObject({ records: 100, batches: 2 });
    await writer.appendAll([]);
    expect(writer.counters).toEqual({ records: 100, batches: 2, bytes: writer.head.bytes });
    await writer.close();
  });

  it("gathers in the next batch what is appended during a sync", async () => {
    const writer = await openJournal(journalPath(), { create: true });
    const appended = [writer.append("point", { tokens: 0 })];
    await new Promise(setImmediate);
    for (let tokens = 1; tokens < 20; tokens += 1) appended.push(writer.append("point", { tokens }));
    await Promise.all(appended);
    expect(writer.counters).toMatchObject({ records: 20, batches: 2 });
    await writer.close();
  });

  it("says that a record is durable only once it is in the file", async () => {
    const path = journalPath();
    const writer = await openJournal(path, { create: true });
    const appends = Array.from({ length: 30 }, async (_, tokens) => {
      const { n } = await writer.append("point", { tokens });
      expect(linesOf(path).length).toBeGreaterThanOrEqual(n);
      expect(writer.head.n).toBeGreaterThanOrEqual(n);
    });
    await Promise.all(appends);
    await writer.close();
  });
});

describe("opening again", () => {
  it("goes on with the chain where it ended", async () => {
    const path = await journalOf(3);
    const writer = await openJournal(path);
    const before = writer.head;
    expect(await writer.append("point", { tokens: 4 })).toMatchObject({ n: 4 });
    await writer.close();
    const { records, head } = await readAll(path);
    expect(records.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
    expect(records.at(-1)?.prev).toBe(before.hash);
    expect(head).toEqual(writer.head);
  });

  it("cuts off a torn last line first, however it was torn", async () => {
    const path = await journalOf(4);
    const whole = readFileSync(path);
    const last = whole.length - (whole.lastIndexOf("\n", whole.length - 2) + 1);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: last - 1 }), async (torn) => {
        const copy = journalPath();
        writeFileSync(copy, Buffer.concat([whole, whole.subarray(whole.length - last, whole.length - last + torn)]));
        expect(await readAll(copy)).toMatchObject({ torn: true, head: { n: 4 } });
        const writer = await openJournal(copy);
        expect(writer.tornBytes).toBe(torn);
        await writer.append("point", { tokens: 5 });
        await writer.close();
        expect(await readAll(copy)).toMatchObject({ torn: false, head: { n: 5 } });
      }),
      { numRuns: 30 },
    );
  });

  it("finds the end behind a line that is longer than its first look", async () => {
    const path = await journalOf(2);
    const writer = await openJournal(path);
    await writer.append("point", { text: "x".repeat(3_000_000) });
    await writer.close();
    const again = await openJournal(path);
    expect(again.head).toEqual(writer.head);
    await again.close();
    expect((await readAll(path)).head.n).toBe(3);
  });

  it("names the line where the end is no record", async () => {
    const path = await journalOf(3);
    appendFileSync(path, "half a rec\n");
    await expect(openJournal(path)).rejects.toMatchObject({ name: "JournalDamaged", line: 4 });
    appendFileSync(path, '{"n":5,"v":2}\n');
    await expect(openJournal(path)).rejects.toMatchObject({ name: "JournalDamaged", line: 4 });
  });

  it("is refused to a second writer, who leaves all as it was", async () => {
    const path = await journalOf(1);
    const writer = await openJournal(path);
    await expect(openJournal(path)).rejects.toThrow(CampaignLocked);
    await writer.append("point", { tokens: 2 });
    await writer.close();
    await (await openJournal(path)).close();
  });

  it("gives the lock back when it fails", async () => {
    const path = journalPath();
    await expect(openJournal(path)).rejects.toMatchObject({ name: "JournalWriteFailed", code: "ENOENT", path });
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

describe("a file that is taken away while it is written", () => {
  const takenAway = {
    removed: { how: (path: string) => rmSync(path), code: "ENOENT" },
    "moved aside": { how: (path: string) => renameSync(path, `${path}.old`), code: "ENOENT" },
    "replaced by its copy": {
      how: (path: string) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
      code: "ESTALE",
    },
    "cut by another program": { how: (path: string) => truncateSync(path, 10), code: "ESTALE" },
    "written by another program": { how: (path: string) => appendFileSync(path, "{}\n"), code: "ESTALE" },
  };

  it.each(Object.entries(takenAway))("%s: nothing counts from there on", async (_, { how, code }) => {
    const path = journalPath();
    const writer = await openJournal(path, { create: true });
    await writer.append("point", { tokens: 1 });
    how(path);
    const failed = { name: "JournalWriteFailed", code, path };
    await expect(writer.append("point", { tokens: 2 })).rejects.toMatchObject(failed);
    await expect(writer.append("point", { tokens: 3 })).rejects.toMatchObject(failed);
    expect(writer.counters.records).toBe(1);
    await writer.close();
  });

  it("is noticed at the end too", async () => {
    const path = journalPath();
    const writer = await openJournal(path, { create: true });
    await writer.append("point", { tokens: 1 });
    rmSync(path);
    await expect(writer.close()).rejects.toMatchObject({ name: "JournalWriteFailed", code: "ENOENT" });
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});
