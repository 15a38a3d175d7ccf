/** Longer messages (a traceback in a message) agree or differ in their beginning. */
const MAX_LENGTH = 600;

// What differs from one failure to the next of the same kind, most specific first.
const details: readonly (readonly [pattern: RegExp, stands: string])[] = [
  [/(?:[A-Za-z]:)?(?:\.{1,2})?(?:[\\/][\w.@+~-]+){2,}[\\/]?/g, "<path>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "<id>"],
  [/\b0x[0-9a-f]+\b/gi, "<hex>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, "<hex>"],
  [/\b\d+(?:x\d+)+\b/g, "#"],
  [/(?<![\w.])[-+]?\d+(?:[_,]\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?(?!\.?\w)/gi, "#"],
  [/# ?(?:[KMGT]i?B|bytes|B)\b/g, "# bytes"],
  [/#(?:\s*[,x×]\s*#)+/g, "#"],
  [/\s+/g, " "],
];

/** The kind of a message: numbers, hex, ids and paths replaced, so that two failures of one kind have one text. */
export function messagePattern(message: string): string {
  const replaced = details.reduce(
    (text, [pattern, stands]) => text.replace(pattern, stands),
    message.slice(0, 4 * MAX_LENGTH),
  );
  return replaced.trim().slice(0, MAX_LENGTH);
}
