import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A file that was written does not read back as it was written. */
export class WriteNotDurable extends Error {
  override readonly name = "WriteNotDurable";
}

/**
 * Puts a file in place whole or not at all: written beside it, synced, renamed, read back. Folders are made.
 * @throws WriteNotDurable, or what the file system says; the old file is then still there
 */
export function writeDurably(path: string, content: Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeSynced(temporary, content);
    if (!readFileSync(temporary).equals(content))
      throw new WriteNotDurable(`${temporary} does not read back as it was written`);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(folder);
}

function writeSynced(path: string, content: Uint8Array): void {
  const file = openSync(path, "w");
  try {
    for (let written = 0; written < content.length;) written += writeSync(file, content, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A rename counts once its folder is synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
