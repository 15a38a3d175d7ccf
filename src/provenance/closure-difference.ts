import type { SourceClosure } from "./source-closure.js";

/** What differs between two closures. Paths and names in their order. */
export interface ClosureDifference {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** `null`: not there. */
  readonly packages: readonly {
    readonly name: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

/** Compares two closures, file by file and package by package. */
export function closureDifference(before: SourceClosure, after: SourceClosure): ClosureDifference {
  const [old, now] = [before, after].map(({ files }) => new Map(files.map(({ path, sha256 }) => [path, sha256])));
  if (!old || !now) throw new Error("two closures were given");
  const names = [...new Set([...Object.keys(before.packages), ...Object.keys(after.packages)])].toSorted();
  return {
    changed: [...old.keys()].filter((path) => now.has(path) && now.get(path) !== old.get(path)),
    added: [...now.keys()].filter((path) => !old.has(path)),
    removed: [...old.keys()].filter((path) => !now.has(path)),
    packages: names
      .map((name) => ({ name, before: before.packages[name] ?? null, after: after.packages[name] ?? null }))
      .filter((version) => version.before !== version.after),
  };
}

/** In how many files and packages two closures differ. */
export function differenceSize({ changed, added, removed, packages }: ClosureDifference): number {
  return changed.length + added.length + removed.length + packages.length;
}

/** A line for each difference: `dist/…/moe.js changed`, `onnxruntime-node: 1.30.0 then, 1.31.0 now`. */
export function differenceLines({ changed, added, removed, packages }: ClosureDifference): string[] {
  return [
    ...changed.map((path) => `${path} changed`),
    ...added.map((path) => `${path} is new`),
    ...removed.map((path) => `${path} is gone`),
    ...packages.map(({ name, before, after }) => `${name}: ${before ?? "not there"} then, ${after ?? "not there"} now`),
  ];
}
