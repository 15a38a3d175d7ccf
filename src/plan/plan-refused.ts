import { canonicalJson } from "../identity/canonical-json.js";

/** A plan that would give numbers which nobody could tell apart. */
export class PlanRefused extends Error {
  override readonly name = "PlanRefused";
}

/** The paths at which two values differ, each with both sides: `routing.scale (1 and 2.5)`. */
export function differingFields(left: unknown, right: unknown, path = ""): string[] {
  if (isObject(left) && isObject(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return names.flatMap((name) => differingFields(left[name], right[name], path === "" ? name : `${path}.${name}`));
  }
  const texts = [left, right].map((value) => (value === undefined ? "not there" : canonicalJson(value)));
  return texts[0] === texts[1] ? [] : [`${path} (${texts[0]} and ${texts[1]})`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
