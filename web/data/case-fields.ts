/** One field of a case, nested names joined by dots: `routing.scoring`. */
export type FlatField = readonly [name: string, value: string];

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
