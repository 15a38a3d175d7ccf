import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { nearNames } from "./near-names.js";
import { readModelConfig } from "./read-config.js";
import type { ModelShape } from "./shape.js";

// `models/` lies beside `src/` and `dist/` alike.
const SHIPPED_DIR = fileURLToPath(new URL("../../models", import.meta.url));

/** A reference that names no model: nothing shipped, no folder with a config.json, no file that can be read. */
export class ModelNotFound extends Error {
  override readonly name = "ModelNotFound";
  /** Shipped names that are spelled alike, nearest first. */
  readonly near: readonly string[];

  constructor(
    readonly reference: string,
    shipped: readonly string[],
    tried: string,
  ) {
    const near = nearNames(reference, shipped);
    const hint = near.length === 0 ? `shipped are ${shipped.join(", ")}` : `did you mean ${near.join(" or ")}?`;
    super(`no model ${reference}: none ships under this name, and ${tried}; ${hint}`);
    this.near = near;
  }
}

export interface ModelPlaces {
  /** The folder from which a path is read: that of the campaign file. */
  readonly baseDir: string;
  /** The folder of the shipped models; left out: the package's own. */
  readonly shippedDir?: string;
}

/**
 * The model that a campaign file names: a shipped name, a folder that holds a config.json, or such a file.
 *
 * @throws ModelNotFound, with near names; ModelRefused for a config that is not understood.
 */
export function findModel(reference: string, { baseDir, shippedDir = SHIPPED_DIR }: ModelPlaces): ModelShape {
  const shipped = shippedModels(shippedDir);
  if (shipped.includes(reference)) {
    return readModelConfig(readFileSync(join(shippedDir, reference, "config.json"), "utf8"), reference);
  }
  const path = resolve(baseDir, reference);
  const file = isFolder(path) ? join(path, "config.json") : path;
  const config = readText(file);
  if (typeof config === "string") return readModelConfig(config, modelName(file));
  throw new ModelNotFound(reference, shipped, `${file} ${config.failure}`);
}

/** Names of the models that ship with Assay, sorted. */
export function shippedModels(shippedDir = SHIPPED_DIR): string[] {
  return readdirSync(shippedDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readText(file: string): string | { readonly failure: string } {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return { failure: code === "ENOENT" || code === "ENOTDIR" ? "does not exist" : `cannot be read (${code})` };
  }
}

/** `config.json` is called by its folder, any other file by itself. */
function modelName(file: string): string {
  const own = basename(file, ".json");
  return own === "config" ? basename(dirname(file)) : own;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
