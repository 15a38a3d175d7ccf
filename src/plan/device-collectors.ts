import { resolve } from "node:path";
import type { CampaignFile, CollectorImports, DeviceSpec } from "./campaign-schema.js";

/** What the workers of a device import for the entries that they may get; nothing where these are no collectors. */
export function collectorsOf(
  { runtime }: DeviceSpec,
  entries: CampaignFile["cases"],
  baseDir: string,
): { readonly collectors?: CollectorImports } {
  const own = entries.flatMap((entry) => (entry.op === "foreign" && entry.runtime === runtime ? [entry] : []));
  if (own.length === 0) return {};
  return {
    collectors: {
      paths: [...new Set(own.map(({ path }) => resolve(baseDir, path)))],
      callbacks: [...new Set(own.map(({ callback }) => callback))],
    },
  };
}
