import { execFileSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitState } from "../../../src/provenance/git-state.js";
import { folderOf } from "./folder.js";

function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", ["-C", folder, ...identity, ...args], { encoding: "utf8" }).trim();
}

/** A repository with one commit. */
function repository(): string {
  const folder = realpathSync(folderOf({ ".gitignore": "ignored/\n", "src/a.mjs": "", "ignored/b.mjs": "" }));
  git(folder, "init", "--quiet");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message", "first");
  return folder;
}

test("the commit of the repository that holds a folder, and a clean tree", () => {
  const folder = repository();
  const commit = git(folder, "rev-parse", "HEAD");
  expect(gitState(join(folder, "src"), [join(folder, "src/a.mjs")])).toEqual({ commit, dirty: false, changed: [] });
});

test("a tracked file that changed makes it dirty, and so does a source that is not tracked; other new files do not", () => {
  const folder = repository();
  writeFileSync(join(folder, "new.mjs"), "");
  expect(gitState(folder)).toMatchObject({ dirty: false });
  expect(gitState(folder, [join(folder, "new.mjs")])).toMatchObject({ dirty: true, changed: ["new.mjs"] });
  writeFileSync(join(folder, "src/a.mjs"), "changed");
  expect(gitState(folder)).toMatchObject({ dirty: true, changed: ["src/a.mjs"] });
});

test("no state: outside of a repository, before the first commit, and in a folder that is ignored", () => {
  expect(gitState(folderOf({}))).toBeNull();
  const empty = folderOf({});
  git(empty, "init", "--quiet");
  expect(gitState(empty)).toBeNull();
  expect(gitState(join(repository(), "ignored"))).toBeNull();
});
