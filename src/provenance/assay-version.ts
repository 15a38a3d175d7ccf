import { readFileSync } from "node:fs";

/** The version of this Assay, from its package.json. */
export function assayVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const content: unknown = JSON.parse(text);
  const version = typeof content === "object" && content !== null && "version" in content ? content.version : null;
  return String(version);
}
