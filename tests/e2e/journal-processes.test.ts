import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { readJournal } from "../../src/ledger/journal-reader.js";
import { JOURNAL_START, type JournalRecord } from "../../src/ledger/journal-record.js";
import { openJournal } from "../../src/ledger/journal-writer.js";
import { temporaryFolder } from "./assay.js";
import { Appender } from "./journal-process.js";

async function recordsOf(path: string): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  await readJournal(path, (record) => records.push(record));
  return records;
}

test("a writer killed at random moments: what it called durable is there, and the next one goes on", async () => {
  const path = join(temporaryFolder(), "journal.jsonl");
  const durable = new Map<number, number>();
  for (let round = 0; round < 25; round += 1) {
    const writer = new Appender([path]);
    expect(await writer.said("opened")).toBeDefined();
    await pause(Math.random() * 25);
    await writer.kill("SIGKILL");
    for (const { n, nonce } of writer.durable) durable.set(n, nonce);

    const nonces = new Map((await recordsOf(path)).map((record) => [record.n, record["nonce"]]));
    for (const [n, nonce] of durable) expect(nonces.get(n)).toBe(nonce);
  }
  expect(durable.size).toBeGreaterThan(25);
  const last = await openJournal(path);
  await last.append("point", {});
  await last.close();
  expect((await recordsOf(path)).length).toBe(last.head.n);
});

test("several take over a dead writer's lock at once: exactly one gets it, the others learn from whom", async () => {
  const path = join(temporaryFolder(), "journal.jsonl");
  for (let round = 0; round < 4; round += 1) {
    const dead = new Appender([path]);
    await dead.said("durable");
    await dead.kill("SIGKILL");
    expect(existsSync(`${path}.lock`)).toBe(true);

    const openers = Array.from({ length: 4 }, () => new Appender([path]));
    const opened = await Promise.all(openers.map((opener) => opener.said("opened")));
    const [winner] = openers.filter((_, index) => opened[index] !== undefined);
    expect(opened.filter((line) => line !== undefined)).toHaveLength(1);
    for (const loser of openers.filter((opener) => opener !== winner)) {
      expect(await loser.said("failed CampaignLocked")).toContain(`on ${hostname()} since`);
    }
    await winner?.kill("SIGKILL");
    await recordsOf(path);
  }
});

test("a stopped writer still holds its journal", async () => {
  const path = join(temporaryFolder(), "journal.jsonl");
  const writer = new Appender([path]);
  await writer.said("durable");
  await writer.kill("SIGSTOP");
  await expect(openJournal(path)).rejects.toThrow(`in use by pid ${writer.pid} on ${hostname()}`);
  await writer.kill("SIGKILL");
  await (await openJournal(path)).close();
});

test("a second process reads while one writes: every record once, in order, none damaged", async () => {
  const path = join(temporaryFolder(), "journal.jsonl");
  const writer = new Appender([path, "3000"]);
  await writer.said("durable");
  const seen: number[] = [];
  let readings = 0;
  for (let from = JOURNAL_START, last = false; !last; readings += 1) {
    last = writer.isOver;
    const { head } = await readJournal(path, ({ n }) => seen.push(n), { from });
    from = head;
  }
  expect(readings).toBeGreaterThan(3);
  expect(seen).toEqual(Array.from({ length: 3000 }, (_, index) => index + 1));
});
