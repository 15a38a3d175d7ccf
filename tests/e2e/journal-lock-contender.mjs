// Takes a lock again and again for some time, and gives it back or leaves it behind as a dead process would:
// `node journal-lock-contender.mjs PATH MILLISECONDS`. Prints how often it held the lock, and how often not alone.
import { spawnSync } from "node:child_process";
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { acquireLock } from "../../dist/ledger/lock.js";

const [path, milliseconds] = process.argv.slice(2);
const until = Date.now() + Number(milliseconds);
const { pid: deadPid } = spawnSync(process.execPath, ["--version"]);
const inside = `${path}.inside`;
const counts = { held: 0, abandoned: 0, notAlone: 0 };

function acquireOrNull() {
  try {
    return acquireLock(path);
  } catch (error) {
    if (error.name === "CampaignLocked") return null;
    throw error;
  }
}

function enterAndLeave() {
  try {
    closeSync(openSync(inside, "wx"));
  } catch {
    counts.notAlone += 1;
  }
  rmSync(inside, { force: true });
}

function abandon(lock) {
  counts.abandoned += 1;
  const forged = `${path}.forged-${process.pid}`;
  writeFileSync(forged, JSON.stringify({ ...lock.holder, pid: deadPid }));
  renameSync(forged, path);
}

while (Date.now() < until) {
  const lock = acquireOrNull();
  if (lock === null) continue;
  counts.held += 1;
  enterAndLeave();
  if (Math.random() < 0.6) abandon(lock);
  else lock.release();
}
process.stdout.write(JSON.stringify(counts));
