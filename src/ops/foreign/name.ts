import type { ForeignCase } from "./case.js";

const MOST_LETTERS = 80;

/** A readable name of a case: its function and its arguments, cut where they are long. */
export function foreignCaseName({ op, callback, arguments: values }: ForeignCase): string {
  const [, name = callback] = callback.split(":");
  const written = values.map(argumentText).join(" ");
  return [op, name, written.length > MOST_LETTERS ? `${written.slice(0, MOST_LETTERS)}…` : written].join(" ").trim();
}

/** A tag says of what kind a value is, which a name need not. */
function argumentText(value: ForeignCase["arguments"][number]): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(argumentText).join(",")}]`;
  const [tagged] = Object.entries(value);
  if (!tagged) return "{}";
  const [tag, content] = tagged;
  if (tag === "dict") return JSON.stringify(content);
  return tag === "tuple" ? `(${argumentText(content).slice(1, -1)})` : argumentText(content);
}
