/** A value that JSON can carry without loss. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/**
 * The one text of a JSON value: keys sorted by code unit, no spaces, numbers in their shortest form (−0 is 0).
 * A property whose value is `undefined` is left out, as in `JSON.stringify`.
 * @throws TypeError for what JSON cannot carry (NaN, Infinity, functions, bigint), naming the path.
 */
export function canonicalJson(value: unknown, path = "$"): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${path} is ${value}, which JSON cannot carry`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => canonicalJson(item, `${path}[${index}]`)).join(",")}]`;
  }
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, `${path}.${name}`)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`${path} is a ${typeof value}, which JSON cannot carry`);
}
