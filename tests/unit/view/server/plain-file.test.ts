import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FileRefused, plainFile } from "../../../../src/view/server/plain-file.js";

/** A folder with a log, links beside it, and something outside. */
function folder(): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "assay-plain-")));
  onTestFinished(() => rmSync(outer, { recursive: true }));
  mkdirSync(join(outer, "campaign", "logs"), { recursive: true });
  writeFileSync(join(outer, "secret.log"), "secret");
  writeFileSync(join(outer, "campaign", "logs", "cpu0-1.log"), "");
  symlinkSync(join(outer, "secret.log"), join(outer, "campaign", "logs", "linked.log"));
  symlinkSync(outer, join(outer, "campaign", "up"));
  return join(outer, "campaign");
}

test("a file of the folder is found, also where the folder itself is reached by a link", () => {
  const campaign = folder();
  symlinkSync(campaign, join(campaign, "..", "alias"));
  expect(plainFile(join(campaign, "..", "alias"), "logs", "cpu0-1.log")).toBe(join(campaign, "logs", "cpu0-1.log"));
});

test.each([
  [["logs", "linked.log"]],
  [["up", "secret.log"]],
  [["..", "secret.log"]],
  [["logs", "../../secret.log"]],
  [["logs", "..\\secret.log"]],
  [["logs", "cpu0-1.log\0"]],
  [["logs", ""]],
  [["logs", "."]],
  [["logs"]],
])("%j is refused", (parts) => expect(() => plainFile(folder(), ...parts)).toThrow(FileRefused));
