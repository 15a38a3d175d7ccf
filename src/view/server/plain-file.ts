import { constants, lstatSync, realpathSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A file that a page may not see: a link that may lead anywhere, or no file at all. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}, and only plain files inside the campaign's folder are served`);
  }
}

/**
 * The path of a plain file in a folder, every link on the way being followed but those inside the folder.
 * @param parts names below the folder, none of which may lead out of it
 * @throws FileRefused for anything else
 */
export function plainFile(folder: string, ...parts: readonly string[]): string {
  const root = realpathSync(folder);
  const path = join(root, ...parts);
  if (parts.some((part) => !/^[\w][\w.=-]*$/.test(part))) throw new FileRefused(path, "this is no name of a file here");
  if (realpathSync(dirname(path)) !== dirname(path)) throw new FileRefused(path, "its folder is a symbolic link");
  const stats = lstatSync(path);
  if (!stats.isFile()) throw new FileRefused(path, stats.isSymbolicLink() ? "it is a symbolic link" : "it is no file");
  return path;
}

/** Opens a plain file for reading; one that became a link meanwhile is refused by the system. */
export function openPlain(folder: string, ...parts: readonly string[]): Promise<FileHandle> {
  return open(plainFile(folder, ...parts), constants.O_RDONLY | constants.O_NOFOLLOW);
}
