import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { pythonFolder } from "./product.js";

const HASH_DIGITS = 16;
const environmentSchema = z.strictObject({ python: z.string().min(1), framework: z.string().min(1).nullable() });

/** `absent`; `unfinished`: an installation was broken off, or never checked; `installed`: checked against its lock. */
export type EnvironmentState = "absent" | "unfinished" | "installed";

/** A Python environment that Assay can build: what a lock file in the product says. */
export interface PythonEnvironment {
  readonly name: string;
  /** The version of Python that it wants: `3.11`, or `>=3.10`. */
  readonly python: string;
  /** What its workers load; `null`: nothing. */
  readonly framework: string | null;
  /** Every package with its version, one a line. */
  readonly lockFile: string;
  /** Where it lies, or will: a folder of its own for each content of the lock file. */
  readonly folder: string;
  /** Its interpreter, there or not. */
  readonly interpreter: string;
  /** Written last by an installation, once all was checked. */
  readonly marker: string;
}

/** A name that no environment has. */
export class EnvironmentNotFound extends Error {
  override readonly name = "EnvironmentNotFound";
  constructor(name: string, known: readonly string[]) {
    super(`there is no environment ${name}; there are: ${known.join(", ")}`);
  }
}

/** The folder of files that can be made again: `ASSAY_CACHE`, else `assay` in the user's cache folder. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { ASSAY_CACHE: own, XDG_CACHE_HOME: users } = environment;
  return own || join(users || join(homedir(), ".cache"), "assay");
}

/** All environments of the product, by name. */
export function listEnvironments(product = pythonFolder, cache = cacheFolder()): PythonEnvironment[] {
  const folder = join(product, "environments");
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names.flatMap((name) => {
    const described = join(folder, name, "environment.json");
    return existsSync(described) ? [readEnvironment(name, join(folder, name), cache)] : [];
  });
}

/** @throws EnvironmentNotFound */
export function findEnvironment(name: string, all = listEnvironments()): PythonEnvironment {
  const found = all.find((environment) => environment.name === name);
  if (found) return found;
  throw new EnvironmentNotFound(
    name,
    all.map((environment) => environment.name),
  );
}

/** How far its installation has come. */
export function environmentState({ folder, marker }: PythonEnvironment): EnvironmentState {
  if (existsSync(marker)) return "installed";
  return existsSync(folder) ? "unfinished" : "absent";
}

function readEnvironment(name: string, source: string, cache: string): PythonEnvironment {
  const { python, framework } = environmentSchema.parse(
    JSON.parse(readFileSync(join(source, "environment.json"), "utf8")),
  );
  const lockFile = join(source, "requirements.txt");
  const hash = createHash("sha256").update(readFileSync(lockFile)).digest("hex").slice(0, HASH_DIGITS);
  const folder = join(cache, "environments", hash);
  return {
    name,
    python,
    framework,
    lockFile,
    folder,
    interpreter: join(folder, "bin", "python"),
    marker: join(folder, "assay-environment.json"),
  };
}
