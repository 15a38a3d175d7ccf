import { execFile, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { acquireLock } from "../../src/ledger/lock.js";
import { currentProcess } from "../../src/ledger/process-identity.js";
import { isLiving, temporaryFolder } from "./assay.js";

const contender = fileURLToPath(new URL("journal-lock-contender.mjs", import.meta.url));
const run = promisify(execFile);

interface Counts {
  readonly held: number;
  readonly abandoned: number;
  readonly notAlone: number;
}

test("four processes take, give back and abandon one lock: never do two hold it, and no file is left over", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "lock");
  const runs = Array.from({ length: 4 }, () => run(process.execPath, [contender, path, "2000"]));
  const counts = (await Promise.all(runs)).map(({ stdout }) => JSON.parse(stdout) as Counts);
  for (const { held, abandoned, notAlone } of counts) {
    expect(held).toBeGreaterThan(0);
    expect(abandoned).toBeGreaterThan(0);
    expect(notAlone).toBe(0);
  }
  acquireLock(path).release();
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform === "linux")("a zombie holds nothing, though signals still reach it", async () => {
  const path = join(temporaryFolder(), "lock");
  // The shell becomes a `sleep`, which never reaps the shell's child.
  const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 30"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const pid = await new Promise<number>((resolve) => parent.stdout.once("data", (text) => resolve(Number(text))));
  while (isLiving(pid)) await pause(10);
  expect(process.kill(pid, 0)).toBe(true);

  writeFileSync(
    path,
    JSON.stringify({ ...currentProcess(), pid, startTime: null, since: "2026-01-01", token: "zombie" }),
  );
  const lock = acquireLock(path);
  expect(lock.holder.pid).toBe(process.pid);
  lock.release();
});
