import { readdirSync, readFileSync } from "node:fs";

/** A process whose command line names a folder. */
export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/** The living processes that were started with something in `folder`; zombies only wait to be reaped. */
export function processesOf(folder: string): FoundProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(`/proc/${name}/cmdline`).replaceAll("\0", " ") }))
    .filter(({ pid, command }) => command.includes(folder) && isLiving(pid));
}

/** The workers among them. */
export function workersOf(folder: string): number[] {
  return processesOf(folder)
    .filter(({ command }) => command.includes("runtimes/ort/main.js") && !command.startsWith("setpriv"))
    .map(({ pid }) => pid);
}

function isLiving(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  const state = stat.charAt(stat.lastIndexOf(")") + 2);
  return stat !== "" && state !== "Z" && state !== "X";
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
