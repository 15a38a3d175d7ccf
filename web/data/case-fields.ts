import type { ReportCase } from "./report.js";

/** One field of a case, nested names joined by dots: `routing.scoring`. */
export type FlatField = readonly [name: string, value: string];

/** A case's top-level field as text; `null` where its op has no such field. */
export function fieldText(one: ReportCase, name: string): string | null {
  const value = one.fields[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** A case's top-level field as a number; `null` where it is none. */
export function fieldNumber(one: ReportCase, name: string): number | null {
  const value = one.fields[name];
  return typeof value === "number" ? value : null;
}

/** All fields of a case, one a row, in the case's own order. */
export function flatFields(fields: Readonly<Record<string, unknown>>, prefix = ""): readonly FlatField[] {
  return Object.entries(fields).flatMap(([name, value]): readonly FlatField[] => {
    const path = `${prefix}${name}`;
    if (isRecord(value)) return flatFields(value, `${path}.`);
    return [[path, valueText(value)]];
  });
}

function valueText(value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
