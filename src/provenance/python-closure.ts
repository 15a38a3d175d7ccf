import { spawnSync } from "node:child_process";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { closureOf, hashFiles, namer, type ReadSources, type SourceClosure } from "./source-closure.js";

/** What `assay_worker.source_files` prints. */
const listingSchema = z.object({
  files: z.array(z.string()),
  packages: z.record(z.string(), z.string().nullable()),
  unseen: z.array(z.tuple([z.string(), z.string()])),
});
type Listing = z.infer<typeof listingSchema>;

/** What a Python worker loads. */
export interface PythonSources {
  /** The interpreter that will run the worker: versions of packages are those that it has. */
  readonly python: string;
  /** The folder that holds the package `assay_worker`. */
  readonly workerRoot: string;
  /** Dotted names of modules below the root, e.g. the framework's. */
  readonly modules?: readonly string[];
  /** Paths of modules of further callbacks. */
  readonly callbacks?: readonly string[];
  /** Foreign collectors: the folders that hold them, and their functions as `package.module:function`. */
  readonly collectors?: { readonly paths: readonly string[]; readonly callbacks: readonly string[] };
}

/** The interpreter could not say which files a worker loads. */
export class SourcesNotListed extends Error {
  override readonly name = "SourcesNotListed";
}

/** Imports of the worker whose targets are not written there but given: modules and callbacks that the list begins with. */
const GIVEN_IMPORTS = [
  "assay_worker/framework.py",
  "assay_worker/foreign_callbacks.py",
  "assay_worker/collector/functions.py",
];
const NO_COLLECTORS = { paths: [], callbacks: [] };

/**
 * The closure of a Python worker. Python lists the files, from their text alone; the framework is not imported.
 * @throws SourcesNotListed with what Python said
 */
export function pythonClosure(sources: PythonSources): SourceClosure {
  return readPythonSources(sources).closure;
}

/** `pythonClosure`, with the places of its files. @throws SourcesNotListed */
export function readPythonSources(sources: PythonSources): ReadSources {
  const { python, workerRoot, modules = [], callbacks = [], collectors = NO_COLLECTORS } = sources;
  const collected = collectors.callbacks.map((name) => name.split(":", 1)[0] ?? name);
  const given = ["assay_worker.__main__", ...modules, ...callbacks.map((path) => resolve(path)), ...collected];
  const { files, packages, unseen } = listSources(python, [workerRoot, ...collectors.paths], given);
  const name = namer([
    { prefix: "python/", folder: workerRoot },
    ...callbacks.map((path) => ({ prefix: "callbacks/", folder: dirname(resolve(path)) })),
    ...collectors.paths.map((folder) => ({ prefix: "collector/", folder })),
  ]);
  const reasons = unseen.map(([file, reason]) => `${name(file)}: ${reason}`);
  const isGiven = (reason: string, index: number) =>
    GIVEN_IMPORTS.some((path) => reason.startsWith(`python/${path}: import_module`)) &&
    reasons.indexOf(reason) === index;
  const closure = closureOf({
    runtime: "python",
    files: hashFiles(files, name),
    packages: Object.fromEntries(
      Object.entries(packages).map(([distribution, version]) => [distribution, version ?? "not installed"]),
    ),
    unseen: reasons.filter((reason, index) => !isGiven(reason, index)),
  });
  return { closure, paths: files };
}

function listSources(python: string, roots: readonly string[], modules: readonly string[]): Listing {
  const args = ["-m", "assay_worker.source_files", ...roots.flatMap((root) => ["--root", root]), ...modules];
  const { status, stdout, stderr, error } = spawnSync(python, args, {
    cwd: roots[0],
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status === 0) return listingSchema.parse(JSON.parse(stdout));
  const said = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  throw new SourcesNotListed(`${python} could not list the sources of a worker: ${said}`);
}
