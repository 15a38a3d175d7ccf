import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { TablePublication } from "../formats/table-facts.js";

const SIDECAR = "collection_meta.yaml";

const hash = z.string().refine((text) => text !== "" && text !== "unknown");
const entrySchema = z.looseObject({
  collector_hash: hash,
  case_plan_hash: hash,
  collected_at: z.union([z.string(), z.date()]),
});
const sidecarSchema = z.looseObject({ tables: z.record(z.string(), z.unknown()) });

/**
 * What the file beside a table says of how the table came to be. Most public tables have one that holds no more than a
 * status: that is no attestation.
 */
export function attestationOf(file: string): TablePublication {
  const path = join(dirname(file), SIDECAR);
  if (!existsSync(path)) return unattested(`${basename(file)} has no ${SIDECAR} beside it`);
  const sidecar = sidecarSchema.safeParse(parseYaml(readFileSync(path, "utf8")));
  const name = basename(file).replace(/\.[a-z]+$/, "");
  const entry = sidecar.success ? sidecar.data.tables[name] : undefined;
  if (entrySchema.safeParse(entry).success) return { state: "attested", reasons: [] };
  return unattested(`${SIDECAR} does not say which collector and plan ${basename(file)} is of`);
}

function unattested(reason: string): TablePublication {
  return { state: "unattested", reasons: [reason] };
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
