import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readJournal } from "../../src/ledger/journal-reader.js";
import { openJournal } from "../../src/ledger/journal-writer.js";
import { temporaryFolder } from "./assay.js";
import { Appender } from "./journal-process.js";

const NOBODY = 65_534;
const record = (tokens: number) => ({ kind: "point", body: { tokens, text: "x".repeat(500) } });

/** A small file system of its own; `null` where this user may not mount one. */
function smallDisk(): string | null {
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]).status !== 0) return null;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

/** Numbers of a journal's records, every one checked. */
async function numbersOf(path: string): Promise<number[]> {
  const numbers: number[] = [];
  const { torn } = await readJournal(path, ({ n }) => numbers.push(n));
  expect(torn).toBe(false);
  return numbers;
}

test("field case: the disk is full while points are written; none of the batch counts, resume works after", async (context) => {
  const disk = smallDisk();
  if (disk === null) return context.skip("needs to mount a tmpfs, which this user may not");
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(128 * 1024));
  const path = join(disk, "journal.jsonl");
  const writer = await openJournal(path, { create: true });

  let durable = 0;
  const fill = async (): Promise<void> => {
    for (;;) durable += (await writer.appendAll(Array.from({ length: 7 }, (_, index) => record(index)))).length;
  };
  const full = { name: "JournalWriteFailed", code: "ENOSPC", path };
  await expect(fill()).rejects.toMatchObject(full);
  await expect(writer.append("point", {})).rejects.toMatchObject(full);
  await expect(writer.append("point", {})).rejects.toThrow("make space there, then resume");
  await writer.close();
  expect((await numbersOf(path)).length).toBe(durable);
  expect(durable % 7).toBe(0);

  rmSync(filler);
  const again = await openJournal(path);
  expect(await again.append("point", { tokens: 1 })).toMatchObject({ n: durable + 1 });
  await again.close();
  expect((await numbersOf(path)).length).toBe(durable + 1);
});

test("a file system mounted read-only: refused with the way out, and still readable", async (context) => {
  const disk = smallDisk();
  if (disk === null) return context.skip("needs to mount a tmpfs, which this user may not");
  const path = join(disk, "journal.jsonl");
  const writer = await openJournal(path, { create: true });
  await writer.append("point", {});
  await writer.close();
  expect(spawnSync("mount", ["-o", "remount,ro", disk]).status).toBe(0);
  await expect(openJournal(path)).rejects.toMatchObject({ name: "JournalWriteFailed", code: "EROFS" });
  expect(await numbersOf(path)).toEqual([1]);
});

test("the largest size allowed for a file is reached: the part of a batch that fitted is cut off again", async () => {
  const path = join(temporaryFolder(), "journal.jsonl");
  const writer = new Appender([path], { before: ["prlimit", "--fsize=40000"] });
  expect(await writer.said("failed")).toContain("failed JournalWriteFailed EFBIG");
  await writer.ended;
  expect((await numbersOf(path)).length).toBe(writer.durable.length);
});

test("a folder, and a journal, that this user may not write", async (context) => {
  if (process.getuid?.() !== 0) return context.skip("needs root, to run a process as another user");
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const path = join(folder, "journal.jsonl");
  const inFolder = new Appender([path], { uid: NOBODY });
  expect(await inFolder.said("failed")).toContain("failed JournalWriteFailed EACCES");

  await new Appender([path, "1"]).ended;
  const kept = readFileSync(path);
  chmodSync(folder, 0o777);
  const onFile = new Appender([path], { uid: NOBODY });
  expect(await onFile.said("failed")).toContain(`cannot write ${path}: EACCES. This user may not write there`);
  await onFile.ended;
  expect(readFileSync(path)).toEqual(kept);
});
