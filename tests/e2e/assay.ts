import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The built command line. */
export const assayMain = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** How a command is started. */
export interface StartOptions {
  readonly uid?: number;
  readonly cwd?: string;
  /** Added to this process's own environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that starts it, e.g. `taskset` with its options. */
  readonly before?: readonly string[];
  /** Another built command line than this repository's. */
  readonly main?: string;
}

/** Starts `assay` with its output kept. */
export function startAssay(args: readonly string[], options: StartOptions = {}): Running {
  const { environment = {}, before = [], main = assayMain, ...rest } = options;
  const [program = "", ...words] = [...before, process.execPath, main, ...args];
  const env = { ...process.env, ...environment };
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"], env, ...rest });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode, signal) => resolve({ exitCode, signal, ...output }));
  });
  return { child, ended };
}

/** Runs `assay` to its end. */
export function assay(...args: string[]): Promise<Ended> {
  return startAssay(args).ended;
}

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A zombie is not living: it only waits to be reaped. */
export function isLiving(pid: number): boolean {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  return stat !== "" && state !== "Z" && state !== "X";
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The journal's whole lines, parsed. */
export function journalRecords(directory: string): { kind: string; [field: string]: unknown }[] {
  const text = readFileSync(join(directory, "journal.jsonl"), "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { kind: string });
}
