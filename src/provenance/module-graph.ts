import { readFileSync, realpathSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type PackageRequest, packageName } from "./installed-packages.js";
import { importsOf } from "./module-imports.js";

const builtins: ReadonlySet<string> = new Set(builtinModules);
const scripts: ReadonlySet<string> = new Set([".js", ".mjs", ".cjs"]);
/** What `require` tries, which `import` does not. */
const endings = ["", ".js", ".cjs", ".json", "/index.js"];

/** Files that a program loads, transitively, by import. */
export interface ModuleGraph {
  /** Real paths, each once. */
  readonly files: readonly string[];
  readonly packages: readonly PackageRequest[];
  /** Why there may be more, by the file that says so. */
  readonly unseen: readonly { readonly file: string; readonly reason: string }[];
}

/** Follows imports from some modules on, without running any. */
export function moduleGraph(entries: readonly string[]): ModuleGraph {
  const files = new Set<string>();
  const packages: PackageRequest[] = [];
  const unseen: { file: string; reason: string }[] = [];
  const waiting = entries.map((entry) => realpathSync(entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    // Data that is imported, such as JSON, imports nothing.
    if (!scripts.has(extname(file))) continue;
    const imports = importsOf(readFileSync(file, "utf8"));
    for (const reason of imports.unseen) unseen.push({ file, reason });
    for (const specifier of imports.specifiers) {
      const target = targetOf(specifier, file);
      if (target.kind === "file") waiting.push(target.path);
      else if (target.kind === "package") packages.push({ name: target.name, from: file });
      else if (target.kind === "unknown") unseen.push({ file, reason: `${specifier} leads nowhere` });
    }
  }
  return { files: [...files], packages, unseen };
}

type Target =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "package"; readonly name: string }
  | { readonly kind: "builtin" }
  | { readonly kind: "unknown" };

function targetOf(specifier: string, from: string): Target {
  if (specifier.startsWith("node:") || builtins.has(specifier)) return { kind: "builtin" };
  const path = pathOf(specifier, from);
  if (path === null)
    return specifier.startsWith("#") ? { kind: "unknown" } : { kind: "package", name: packageName(specifier) };
  const found = endings.map((ending) => path + ending).find(isFile);
  return found === undefined ? { kind: "unknown" } : { kind: "file", path: realpathSync(found) };
}

function pathOf(specifier: string, from: string): string | null {
  if (specifier.startsWith("file:")) return fileURLToPath(specifier);
  return /^\.{0,2}\//.test(specifier) ? resolve(dirname(from), specifier.replace(/[?#].*$/, "")) : null;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
