import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.js";

/** The place of a point on its case's sweep, e.g. `{ tokens: 64 }`; all values are positive integers. */
export type Coordinates = Readonly<Record<string, number>>;

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The key of any value: the SHA-256 of its canonical JSON. */
export function keyOf(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

/** A point's key: its case's key and its coordinates, and nothing else of the plan. */
export function pointKey(caseKey: string, coordinates: Coordinates): string {
  return keyOf({ case: caseKey, coordinates });
}

/** The first 12 digits of a key: what people read and type. Commands take any unambiguous prefix. */
export function shortKey(key: string): string {
  return key.slice(0, 12);
}
