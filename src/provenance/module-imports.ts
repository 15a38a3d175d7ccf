import { type Token, tokensOf, UnreadableModule } from "./module-tokens.js";

/** What a JavaScript module asks for. */
export interface ModuleImports {
  /** As written: `./clock.js`, `zod`, `node:fs`; each once, in order. */
  readonly specifiers: readonly string[];
  /** Why not all can be known; empty: all are. */
  readonly unseen: readonly string[];
}

/**
 * What a module imports, read from its text without running it: `import` and `export … from`, `import("…")` and
 * `require("…")` of a plain text. A call with anything else is told as unseen, and so is a text that cannot be read.
 */
export function importsOf(source: string): ModuleImports {
  const found = new Set<string>();
  const unseen: string[] = [];
  try {
    const tokens = tokensOf(source);
    for (const index of tokens.keys()) {
      const one = importAt(tokens, index);
      if (one === UNSEEN) unseen.push(`${tokens[index]?.text}(…) of a name that is worked out`);
      else if (one !== null) found.add(one);
    }
  } catch (error) {
    if (!(error instanceof UnreadableModule)) throw error;
    unseen.push(error.message);
  }
  return { specifiers: [...found], unseen };
}

const UNSEEN = Symbol("unseen");

/** What is imported by the words that begin at a token; `null`: nothing. */
function importAt(tokens: readonly Token[], index: number): string | typeof UNSEEN | null {
  const token = tokens[index];
  if (token?.kind !== "word" || isSign(tokens[index - 1], ".")) return null;
  if (token.text === "export") return reExport(tokens, index);
  if (token.text === "require") return isSign(tokens[index + 1], "(") ? called(tokens, index) : null;
  if (token.text !== "import" || isSign(tokens[index + 1], ".") || isSign(tokens[index + 1], ":")) return null;
  if (isSign(tokens[index + 1], "(")) return called(tokens, index);
  return tokens[index + 1]?.kind === "text" ? textAt(tokens, index + 1) : afterFrom(tokens, index + 1);
}

/** `import("x")`, `import("x", {…})`. A definition or method of that name, `import(a) {`, is none. */
function called(tokens: readonly Token[], index: number): string | typeof UNSEEN | null {
  const [argument, next] = [tokens[index + 2], tokens[index + 3]];
  if (argument?.kind === "text" && (isSign(next, ")") || isSign(next, ","))) return argument.text;
  return UNSEEN;
}

/** `export * from "x"`, `export * as a from "x"`, `export {a, b} from "x"`. */
function reExport(tokens: readonly Token[], index: number): string | null {
  if (isSign(tokens[index + 1], "*")) return afterFrom(tokens, index + 2);
  if (!isSign(tokens[index + 1], "{")) return null;
  const end = tokens.findIndex((token, at) => at > index && isSign(token, "}"));
  return isFrom(tokens[end + 1]) ? textAt(tokens, end + 2) : null;
}

/** The text after the next `from` that one follows; a binding may be called `from` as well. */
function afterFrom(tokens: readonly Token[], index: number): string | null {
  const at = tokens.findIndex((token, place) => place >= index && isFrom(token) && tokens[place + 1]?.kind === "text");
  return at < 0 ? null : textAt(tokens, at + 1);
}

function isFrom(token: Token | undefined): boolean {
  return token?.kind === "word" && token.text === "from";
}

function textAt(tokens: readonly Token[], index: number): string | null {
  const token = tokens[index];
  return token?.kind === "text" ? token.text : null;
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign;
}
