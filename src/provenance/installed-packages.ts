import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { z } from "zod";

const manifestSchema = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

/** Packages that modules need, themselves and through one another. */
export interface Packages {
  /** Versions by name; several of one name in the order of their folders. */
  readonly versions: Readonly<Record<string, string>>;
  /** What no version can vouch for. */
  readonly unseen: readonly string[];
}

/** A package as a module asks for it. */
export interface PackageRequest {
  readonly name: string;
  /** The file that asks. */
  readonly from: string;
}

/** The package of a bare specifier: `@scope/name/part` is of `@scope/name`. */
export function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Finds the packages that are asked for, as Node would, with all that they depend on. Files of theirs are not read. */
export function findPackages(requests: readonly PackageRequest[]): Packages {
  const search = new PackageSearch();
  for (const { name, from } of requests) search.add(name, dirname(from));
  return search.result();
}

class PackageSearch {
  /** Version by the package's real folder. */
  readonly #found = new Map<string, { readonly name: string; readonly version: string }>();
  readonly #unseen = new Set<string>();

  add(name: string, from: string): void {
    const folder = folderOf(name, from);
    if (folder === null) return void this.#unseen.add(`the package ${name} is not installed`);
    if (this.#found.has(folder)) return;
    if (!folder.includes(`${sep}node_modules${sep}`)) {
      this.#unseen.add(`the package ${name} is linked from a folder of sources, for which its version does not vouch`);
    }
    const { version, dependencies } = manifestSchema.parse(
      JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
    );
    this.#found.set(folder, { name, version });
    for (const dependency of Object.keys(dependencies)) this.add(dependency, folder);
  }

  result(): Packages {
    const versions: Record<string, string> = {};
    const byFolder = [...this.#found].toSorted(([one], [other]) => (one < other ? -1 : 1));
    for (const [, { name, version }] of byFolder.toSorted(([, one], [, other]) => (one.name < other.name ? -1 : 1))) {
      const known = versions[name];
      versions[name] = known === undefined || known.split(", ").includes(version) ? version : `${known}, ${version}`;
    }
    return { versions, unseen: [...this.#unseen].toSorted() };
  }
}

function folderOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (folder === dirname(folder)) return null;
  }
}
