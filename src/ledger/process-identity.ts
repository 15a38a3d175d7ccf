import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import { isErrno } from "./text-file.js";

export const processIdentitySchema = z.object({
  pid: z.int().positive(),
  /** Clock ticks from boot to its start, which tells it from a later process with the same pid; `null` without /proc. */
  startTime: z.number().nullable(),
  host: z.string(),
  /** Pids mean something within one namespace only: containers may share a host's name. `null` without /proc. */
  pidNamespace: z.string().nullable(),
});
/** One process, also after its pid was given to another one. */
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** This process. */
export function currentProcess(): ProcessIdentity {
  const startTime = readStat(process.pid)?.startTime ?? null;
  return { pid: process.pid, startTime, host: hostname(), pidNamespace: pidNamespace() };
}

/** Whether a process lives; `elsewhere`: that cannot be told from here (another host or container). */
export function stateOf(identity: ProcessIdentity): "alive" | "dead" | "elsewhere" {
  if (identity.host !== hostname() || identity.pidNamespace !== pidNamespace()) return "elsewhere";
  const stat = readStat(identity.pid);
  // No entry: no /proc here, or one that hides other users' processes, or no such process.
  if (stat === null) return takesSignals(identity.pid) ? "alive" : "dead";
  if (stat.state === "Z" || stat.state === "X") return "dead";
  return identity.startTime === null || identity.startTime === stat.startTime ? "alive" : "dead";
}

function readStat(pid: number): { readonly state: string; readonly startTime: number } | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  try {
    const text = readFileSync(path, "utf8");
    // Field 2 is the program's name, which may hold spaces and parentheses; field 3 follows its last parenthesis.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTime: Number(fields[22 - 3]) };
  } catch {
    // It ended between the two calls.
    return null;
  }
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    return isErrno(error, "EPERM");
  }
}

function pidNamespace(): string | null {
  return existsSync("/proc/self/ns/pid") ? readlinkSync("/proc/self/ns/pid") : null;
}
