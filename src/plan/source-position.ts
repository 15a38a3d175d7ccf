import { type Document, isMap, isNode, isPair, isScalar, isSeq, type LineCounter, type Node, type Pair } from "yaml";

/** Where a value stands in a YAML text; lines and columns count from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/**
 * The position of the field at `path`, or of the deepest of its parents that is there (a field that is missing has no
 * place of its own). With `unknownKey` the position is that of the key itself.
 */
export function positionOf(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
  unknownKey?: string,
): SourcePosition {
  let node: Node | null = document.contents;
  let start = node?.range?.[0] ?? 0;
  for (const step of unknownKey === undefined ? path : [...path, unknownKey]) {
    const next = child(node, step);
    if (!next) break;
    start = startOf(next, step === unknownKey) ?? start;
    node = isPair(next) ? (isNode(next.value) ? next.value : null) : next;
  }
  const { line, col } = lines.linePos(start);
  return { line, column: col };
}

/** `cases[0].tokens` for `["cases", 0, "tokens"]`. */
export function fieldName(path: readonly PropertyKey[]): string {
  const name = path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
  return name === "" ? "(file)" : name;
}

function child(node: Node | null, step: PropertyKey): Node | Pair | undefined {
  if (isMap(node)) return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(step));
  if (isSeq(node) && typeof step === "number") {
    const item = node.items[step];
    return isNode(item) ? item : undefined;
  }
  return undefined;
}

function startOf(found: Node | Pair, preferKey: boolean): number | undefined {
  if (!isPair(found)) return found.range?.[0];
  const value = isNode(found.value) ? found.value.range?.[0] : undefined;
  const key = isNode(found.key) ? found.key.range?.[0] : undefined;
  return preferKey ? key : (value ?? key);
}
