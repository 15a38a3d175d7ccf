import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const TABLE_FILE = /(\.parquet|\.csv|_perf\.txt)$/;

/**
 * The files of tables that paths stand for: a file is itself, whatever its name; a folder is the tables in it and below
 * it, in the order of their names.
 */
export function findTables(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => (statSync(path).isDirectory() ? tablesBelow(path) : [path])))];
}

function tablesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".")) return [];
    if (entry.isDirectory()) return tablesBelow(path);
    return TABLE_FILE.test(entry.name) ? [path] : [];
  });
}
