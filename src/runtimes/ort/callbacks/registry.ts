import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Callback } from "../callback.js";
import { leakyMoe, moe } from "./moe.js";

/** The callbacks that come with Assay, by the name that a case gives. */
export const shippedCallbacks: ReadonlyMap<string, Callback> = new Map([
  ["moe", moe],
  ["demo/leaky-moe", leakyMoe],
]);

/**
 * Callbacks from elsewhere: those that a module exports as `callbacks`, by name.
 * @throws Error when the module has no such export.
 */
export async function importCallbacks(modulePath: string): Promise<[string, Callback][]> {
  const module: unknown = await import(pathToFileURL(resolve(modulePath)).href);
  if (!hasCallbacks(module)) throw new Error(`${modulePath} exports no object "callbacks" of functions`);
  return Object.entries(module.callbacks);
}

function hasCallbacks(module: unknown): module is { readonly callbacks: Readonly<Record<string, Callback>> } {
  if (typeof module !== "object" || module === null || !("callbacks" in module)) return false;
  const { callbacks } = module;
  if (typeof callbacks !== "object" || callbacks === null) return false;
  return Object.values(callbacks).every((callback) => typeof callback === "function");
}
