import { spawnSync } from "node:child_process";
import { sep } from "node:path";

const TIMEOUT_MS = 20_000;
/** So many changed files are named; a tree with more is as dirty. */
const MOST_NAMED = 20;

/** The git tree in which sources lie. */
export interface GitState {
  /** Full hash. */
  readonly commit: string;
  /** Tracked files differ from the commit, or a source is neither tracked nor ignored. */
  readonly dirty: boolean;
  /** Some of those files, from the tree's root. */
  readonly changed: readonly string[];
}

/**
 * The state of the repository that holds a folder.
 * @param sources files that count also where they are not tracked yet
 * @returns `null` where the folder is in no repository or is ignored by it, it has no commit, or git is not there
 */
export function gitState(folder: string, sources: readonly string[] = []): GitState | null {
  const [root, commit] = git(folder, ["rev-parse", "--show-toplevel", "HEAD"])?.split("\n") ?? [];
  if (root === undefined || commit === undefined || git(folder, ["check-ignore", "--quiet", "."]) !== null) return null;
  const inside = sources.filter((source) => source.startsWith(root + sep));
  const untracked =
    inside.length === 0 ? "" : git(folder, ["ls-files", "--others", "--exclude-standard", "--", ...inside]);
  const tracked = git(folder, ["status", "--porcelain", "--untracked-files=no"]);
  const lines = [
    ...(tracked ?? "   (git status failed)").split("\n").map((line) => line.slice(3)),
    ...(untracked ?? "").split("\n"),
  ];
  const changed = lines.filter((line) => line !== "");
  return { commit, dirty: changed.length > 0, changed: changed.slice(0, MOST_NAMED) };
}

/** The output of a git command; `null` where it failed. Variables of a git that called us would name its repository. */
function git(folder: string, args: readonly string[]): string | null {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const { status, stdout } = spawnSync("git", ["-C", folder, "-c", "core.fsmonitor=false", ...args], {
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    env: { ...Object.fromEntries(environment), GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout : null;
}
