import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { acquireLock, CampaignLocked, type LockHolder } from "../../../src/ledger/lock.js";
import { currentProcess, stateOf } from "../../../src/ledger/process-identity.js";
import { journalPath } from "./journal-folder.js";

const since = "2026-01-01T00:00:00.000Z";

/** A process that has ended. */
function deadProcess() {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  return { ...currentProcess(), pid, startTime: 1 };
}

/** Leaves a lock as another process would. */
function leaveLock(path: string, holder: Partial<LockHolder>): void {
  writeFileSync(path, JSON.stringify({ ...currentProcess(), since, token: "theirs", ...holder }));
}

const filesBeside = (path: string): string[] =>
  readdirSync(dirname(path)).map((name) => name.replace(basename(path), "L"));

describe("a lock", () => {
  it("says who holds it, and is gone when it is given back", () => {
    const path = journalPath();
    const lock = acquireLock(path);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid, host: hostname() });
    expect(filesBeside(path)).toEqual(["L"]);
    lock.release();
    expect(existsSync(path)).toBe(false);
    acquireLock(path).release();
  });

  it("is refused while its holder lives, naming pid and host", () => {
    const path = journalPath();
    const lock = acquireLock(path);
    expect(() => acquireLock(path)).toThrow(CampaignLocked);
    expect(() => acquireLock(path)).toThrow(`in use by pid ${process.pid} on ${hostname()}`);
    expect(() => acquireLock(path, { takeOver: true })).toThrow(CampaignLocked);
    expect(filesBeside(path)).toEqual(["L"]);
    lock.release();
  });

  it("is taken over from a process that has ended", () => {
    const path = journalPath();
    leaveLock(path, deadProcess());
    const lock = acquireLock(path);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
    expect(filesBeside(path)).toEqual(["L"]);
    lock.release();
  });

  it.runIf(existsSync("/proc/self/stat"))("is taken over where the pid was given to another process since", () => {
    const path = journalPath();
    leaveLock(path, { startTime: 1 });
    const lock = acquireLock(path);
    expect(lock.holder.startTime).toBeGreaterThan(1);
    lock.release();
  });

  it("of another host, or another pid namespace, is taken over only where that is asked for", () => {
    for (const holder of [
      { host: "gpu17", pid: 4711 },
      { pidNamespace: "pid:[1]", pid: 4711 },
    ]) {
      const path = journalPath();
      leaveLock(path, holder);
      expect(() => acquireLock(path)).toThrow(/by pid 4711 on .*then use --take-over/);
      acquireLock(path, { takeOver: true }).release();
      expect(filesBeside(path)).toEqual([]);
    }
  });

  it("that names nobody is taken over only where that is asked for", () => {
    const path = journalPath();
    writeFileSync(path, "");
    expect(() => acquireLock(path)).toThrow(`in use by somebody whom ${path} does not name`);
    acquireLock(path, { takeOver: true }).release();
  });

  it("is taken over from one who died while taking it over, of whoever died", () => {
    const path = journalPath();
    leaveLock(path, { ...deadProcess(), token: "first" });
    leaveLock(`${path}.after-first`, { ...deadProcess(), token: "second" });
    leaveLock(`${path}.after-second`, { ...deadProcess(), token: "third" });
    const lock = acquireLock(path);
    expect(filesBeside(path)).toEqual(["L"]);
    lock.release();
  });

  it("sweeps up what those left who were killed while they took it, and nothing of the living or of other hosts", () => {
    const path = journalPath();
    leaveLock(`${path}.dead`, deadProcess());
    leaveLock(`${path}.alive`, {});
    leaveLock(`${path}.elsewhere`, { host: "gpu17" });
    leaveLock(`${path}.after-earlier`, deadProcess());
    acquireLock(path).release();
    expect(filesBeside(path)).toEqual(["L.alive", "L.elsewhere"]);
  });

  it("counts as held by one who is about to take it over", () => {
    const path = journalPath();
    leaveLock(path, { ...deadProcess(), token: "first" });
    leaveLock(`${path}.after-first`, { token: "second" });
    expect(() => acquireLock(path)).toThrow(`in use by pid ${process.pid}`);
  });

  it("that was taken over is left to its new holder", () => {
    const path = journalPath();
    const lock = acquireLock(path);
    leaveLock(path, { host: "gpu17" });
    lock.release();
    expect(existsSync(path)).toBe(true);
  });
});

describe("the state of a process", () => {
  it("is alive for this one, dead for one that has ended, unknown for another host's", () => {
    expect(stateOf(currentProcess())).toBe("alive");
    expect(stateOf({ ...currentProcess(), startTime: null })).toBe("alive");
    expect(stateOf(deadProcess())).toBe("dead");
    expect(stateOf({ ...currentProcess(), host: "gpu17" })).toBe("elsewhere");
  });
});
