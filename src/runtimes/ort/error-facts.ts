import type { ErrorFacts } from "../../protocol/facts.js";

/** A chain of causes longer than this, or one that closes on itself, is cut. */
const MAX_CAUSES = 16;

/** What was thrown, in words that cross a process border; nothing of it is replaced. */
export function errorFacts(thrown: unknown, depth = 0): ErrorFacts {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown), stack: "", cause: null };
  const hasCause = thrown.cause !== undefined && depth < MAX_CAUSES;
  return {
    type: typeName(thrown),
    message: thrown.message,
    stack: thrown.stack ?? "",
    cause: hasCause ? errorFacts(thrown.cause, depth + 1) : null,
  };
}

/** A subclass that sets no name still has that of its class. */
function typeName(error: Error): string {
  return error.name === "Error" ? error.constructor.name : error.name;
}
