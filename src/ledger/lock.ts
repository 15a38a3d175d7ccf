import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { currentProcess, processIdentitySchema, stateOf } from "./process-identity.js";
import { isErrno, readIfThere } from "./text-file.js";

const holderSchema = processIdentitySchema.extend({
  /** When the lock was taken, ISO 8601. */
  since: z.string(),
  /** Tells one taking of the lock from every other. */
  token: z.string(),
});
/** Who holds a lock; what its file says. */
export type LockHolder = z.infer<typeof holderSchema>;

/** Another process writes this campaign, or may do so. */
export class CampaignLocked extends Error {
  override readonly name = "CampaignLocked";
  constructor(
    readonly path: string,
    /** `null`: the lock's file does not say. */
    readonly holder: LockHolder | null,
    /** `elsewhere`: whether it lives cannot be told from this host. */
    readonly state: "alive" | "elsewhere",
  ) {
    super(`the campaign is in use ${describeHolder(path, holder)}. ${wayOut(holder, state)}`);
  }
}

function describeHolder(path: string, holder: LockHolder | null): string {
  return holder === null
    ? `by somebody whom ${path} does not name`
    : `by pid ${holder.pid} on ${holder.host} since ${holder.since} (${path})`;
}

function wayOut(holder: LockHolder | null, state: "alive" | "elsewhere"): string {
  if (state === "alive") return `Wait for it, or stop it (kill ${holder?.pid}).`;
  return "Whether it still runs cannot be told from here: make sure that it does not, then use --take-over.";
}

/** A lock that this process holds until it releases it, or dies. */
export interface Lock {
  readonly holder: LockHolder;
  /** Gives the lock back; does nothing where it was taken over meanwhile. */
  release(): void;
}

export interface LockOptions {
  /** Takes the lock also from a holder on another host, of which it cannot be told whether it lives. */
  readonly takeOver?: boolean;
}

/**
 * Takes a lock that is a file. A dead holder's lock is taken over; of several who try, exactly one gets it.
 * @throws CampaignLocked naming pid and host of the holder
 */
export function acquireLock(path: string, { takeOver = false }: LockOptions = {}): Lock {
  const holder = { ...currentProcess(), since: new Date().toISOString(), token: randomUUID() };
  // Written whole beside its place and linked there, so that nobody ever reads half of it.
  const draft = `${path}.${holder.token}`;
  try {
    writeFileSync(draft, `${JSON.stringify(holder)}\n`, { flag: "wx", flush: true });
    while (!tryToAcquire({ path, draft, takeOver }));
    sweep(path, holder.token);
  } finally {
    rmSync(draft, { force: true });
  }
  return { holder, release: () => release(path, holder.token) };
}

function release(path: string, token: string): void {
  if (readHolder(path)?.token === token) unlinkSync(path);
}

interface Attempt {
  readonly path: string;
  readonly draft: string;
  readonly takeOver: boolean;
}

/**
 * One attempt; false where another process was faster and it is worth looking again.
 * Who takes over from a dead holder first claims the succession to just that holder, which only one can. Others then
 * see the claimant as the holder, and succeed to that one in turn if it dies before the lock's file is its own.
 */
function tryToAcquire({ path, draft, takeOver }: Attempt): boolean {
  if (linked(draft, path)) return true;
  const holders = successionOf(path);
  const [first] = holders;
  const last = holders.at(-1);
  if (first === undefined || last === undefined) return false;
  checkMayTake(path, last, takeOver);
  if (!linked(draft, claimPath(path, last))) return false;
  // A claim counts only while the lock is the one that was looked at: a successor may have moved in since.
  const isCurrent = readHolder(path)?.token === first.token;
  if (isCurrent) renameSync(draft, path);
  else rmSync(claimPath(path, last), { force: true });
  if (isCurrent) for (const holder of holders) rmSync(claimPath(path, holder), { force: true });
  return isCurrent;
}

function checkMayTake(path: string, holder: Holder, takeOver: boolean): void {
  const state = holder.known === null ? "elsewhere" : stateOf(holder.known);
  if (state === "alive" || (state === "elsewhere" && !takeOver)) throw new CampaignLocked(path, holder.known, state);
}

/** Removes what those left who were killed while they took the lock: claims on earlier holders, and drafts of the dead. */
function sweep(path: string, ownToken: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || name === `${prefix}${CLAIM}${ownToken}`) continue;
    const file = join(dirname(path), name);
    if (name.startsWith(`${prefix}${CLAIM}`) || isOfTheDead(file)) rmSync(file, { force: true });
  }
}

function isOfTheDead(draft: string): boolean {
  const known = readHolder(draft)?.known ?? null;
  return known !== null && stateOf(known) === "dead";
}

interface Holder {
  readonly token: string;
  readonly known: LockHolder | null;
}

/** The lock's holder, and those who claimed the succession from one another; the last one counts. */
function successionOf(path: string): readonly Holder[] {
  const holders: Holder[] = [];
  for (let next = readHolder(path); next !== null; next = readHolder(claimPath(path, next))) holders.push(next);
  return holders;
}

const CLAIM = "after-";

function claimPath(path: string, holder: Holder): string {
  return `${path}.${CLAIM}${holder.token}`;
}

function readHolder(path: string): Holder | null {
  const text = readIfThere(path);
  if (text === null) return null;
  const parsed = holderSchema.safeParse(parseOrNull(text));
  return parsed.success ? { token: parsed.data.token, known: parsed.data } : { token: "unreadable", known: null };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Links a file to a place where nothing may be; false where something is. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  }
}
