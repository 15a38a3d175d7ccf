import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { sha256Hex } from "../../identity/keys.js";

const addressSchema = z.object({ port: z.int().min(0).max(65_535), token: z.string().regex(/^[\w-]{32,}$/) });
/** Where a page is found: kept, so that a page that is open finds a server that was started again. */
export type PageAddress = z.infer<typeof addressSchema>;

/** The address that the page of some content had the last time; else a new token, and any free port (0). */
export function knownAddress(content: string): PageAddress {
  const file = addressFile(content);
  try {
    // A file that others can read or wrote keeps no secret.
    const { mode, uid } = statSync(file);
    const isPrivate = (mode & 0o077) === 0 && (process.getuid === undefined || uid === process.getuid());
    if (isPrivate) return addressSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // None yet, or none that can be used.
  }
  return { port: 0, token: randomBytes(32).toString("base64url") };
}

/** Keeps an address; where that cannot be done, the next page has another one. */
export function keepAddress(content: string, address: PageAddress): void {
  try {
    mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
    writeFileSync(addressFile(content), `${JSON.stringify(address)}\n`, { mode: 0o600 });
  } catch {
    // A home that is read-only or missing: nothing depends on it.
  }
}

function addressFile(content: string): string {
  return join(stateFolder(), `${sha256Hex(content).slice(0, 16)}.json`);
}

function stateFolder(): string {
  return join(process.env["XDG_STATE_HOME"] ?? join(homedir(), ".local", "state"), "assay", "pages");
}
