import { readFileSync, realpathSync } from "node:fs";
import { createHash } from "node:crypto";
import { dirname, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { keyOf } from "../identity/keys.js";
import { ortWorkerCommand } from "../runtimes/worker-command.js";
import { findPackages } from "./installed-packages.js";
import { moduleGraph } from "./module-graph.js";

/** One file of a closure. */
export interface SourceFile {
  /** Within the product (`dist/runtimes/ort/main.js`), or from the folder of the module that was added (`callbacks/parts.mjs`). */
  readonly path: string;
  /** Of its bytes. */
  readonly sha256: string;
}

/** The code that decides what callbacks measure: the files that a worker loads, and the packages that these need. */
export interface SourceClosure {
  /** Of all that stands below. */
  readonly hash: string;
  readonly runtime: string;
  /** In the order of their paths. */
  readonly files: readonly SourceFile[];
  /** Versions by name, of packages whose files are not read. */
  readonly packages: Readonly<Record<string, string>>;
  /** Why the worker may load more than this; empty: it cannot. */
  readonly unseen: readonly string[];
}

/** The one import of the product whose target is not written there: the module of further callbacks, which is given. */
const CALLBACKS_IMPORT = "dist/runtimes/ort/callbacks/registry.js";

/** The folder that the product was installed in. */
export const productFolder = fileURLToPath(new URL("../../", import.meta.url));

/** What the embedded worker loads, with the module of further callbacks where there is one. */
export interface OrtSources {
  readonly callbacks?: string | undefined;
  /** The worker's program; default: the product's own. */
  readonly program?: string;
  /** What paths of the product are told from. */
  readonly product?: string;
}

/**
 * The closure of an embedded worker: its program and the module of further callbacks, with all that they import.
 * Nothing is run. Reads some sixty files.
 */
export function ortClosure(sources: OrtSources): SourceClosure {
  return readOrtSources(sources).closure;
}

/** A closure, and where its files lie. */
export interface ReadSources {
  readonly closure: SourceClosure;
  readonly paths: readonly string[];
}

/** `ortClosure`, with the places of its files. */
export function readOrtSources(sources: OrtSources): ReadSources {
  const { callbacks, program = ortWorkerCommand({}).args.at(-1) ?? "", product = productFolder } = sources;
  const graph = moduleGraph(callbacks === undefined ? [program] : [program, callbacks]);
  const { versions, unseen } = findPackages(graph.packages);
  const name = namer([
    { prefix: "", folder: product },
    ...(callbacks === undefined ? [] : [{ prefix: "callbacks/", folder: dirname(callbacks) }]),
  ]);
  const closure = closureOf({
    runtime: "ort",
    files: hashFiles(graph.files, name),
    packages: versions,
    unseen: [
      ...withoutFirst(
        graph.unseen.map(({ file, reason }) => `${name(file)}: ${reason}`),
        CALLBACKS_IMPORT,
      ),
      ...unseen,
    ],
  });
  return { closure, paths: graph.files };
}

/** Without the first text that begins so: a second one is another import. */
function withoutFirst(texts: readonly string[], beginning: string): string[] {
  const first = texts.findIndex((text) => text.startsWith(`${beginning}: import`));
  return texts.filter((_, index) => index !== first);
}

/** A closure of these parts, in their order. */
export function closureOf({ runtime, files, packages, unseen }: Omit<SourceClosure, "hash">): SourceClosure {
  const parts = {
    runtime,
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    packages,
    unseen: unseen.toSorted(),
  };
  return { hash: keyOf(parts), ...parts };
}

/** Hashes files, each under the name that it has wherever the product lies. */
export function hashFiles(files: readonly string[], name: (file: string) => string): SourceFile[] {
  return files.map((file) => ({
    path: name(file),
    sha256: createHash("sha256").update(readFileSync(file)).digest("hex"),
  }));
}

/** A folder whose files are named from it. */
export interface NamedFolder {
  readonly prefix: string;
  readonly folder: string;
}

/** Names files by the first folder that holds them; one that none holds is named from the last. */
export function namer(folders: readonly NamedFolder[]): (file: string) => string {
  const real = folders.map(({ prefix, folder }) => ({ prefix, folder: realpathSync(folder) }));
  return (file) => {
    const names = real.map(({ prefix, folder }) => prefix + relative(folder, file).split(sep).join("/"));
    const inside = real.findIndex(({ folder }) => !relative(folder, file).startsWith(".."));
    return names.at(inside) ?? file;
  };
}
