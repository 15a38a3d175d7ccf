/** A piece of a JavaScript text: a word, a text without its quotes, or one sign. Comments and regular expressions are none. */
export interface Token {
  readonly kind: "word" | "text" | "sign";
  readonly text: string;
}

/** A text that this reader does not understand: what it imports is not known. */
export class UnreadableModule extends Error {
  override readonly name = "UnreadableModule";
}

/** Words after whose parentheses a statement follows, not an operator. */
const beforeCondition = new Set(["if", "while", "for", "with"]);
/** Words after which a slash begins a regular expression. */
const beforeExpression = new Set(
  "await case delete do else extends in instanceof new of return throw typeof void yield".split(" "),
);

const SPACE = /\s+/y;
const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//y;
// Numbers are words here: nothing that is imported looks like one.
const WORD = /#?[\p{ID_Start}$_\d\\](?:[\p{ID_Continue}$\\]|\u200c|\u200d)*/uy;
const TEXT = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y;
const REGULAR_EXPRESSION = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[^]|\$(?!\{))*/y;

/**
 * The tokens of a module. A template without a place for values is a text; of one with places, what stands in them is read.
 * @throws UnreadableModule
 */
export function tokensOf(source: string): Token[] {
  const reader = new TokenReader(source);
  reader.readUntil(null);
  return reader.tokens;
}

class TokenReader {
  readonly tokens: Token[] = [];
  #at = 0;
  /** Of each open parenthesis: whether it holds a condition. */
  readonly #open: boolean[] = [];
  #closedCondition = false;

  constructor(private readonly source: string) {
    if (source.startsWith("#!")) this.#at = (source.indexOf("\n") + source.length + 1) % (source.length + 1);
  }

  /** Reads to the closing brace that ends a place in a template, or (`null`) to the end. */
  readUntil(end: "}" | null): void {
    for (let depth = 0; this.#at < this.source.length;) {
      if (this.#take(SPACE) !== null || this.#take(COMMENT) !== null) continue;
      const sign = this.source.charAt(this.#at);
      if (sign === "}" && depth === 0 && end === "}") return;
      if (sign === "{") depth += 1;
      if (sign === "}") depth -= 1;
      this.#readToken(sign);
    }
    if (end !== null) throw new UnreadableModule("a template does not end");
  }

  #readToken(sign: string): void {
    if (sign === "`") return this.#readTemplate();
    if (sign === '"' || sign === "'") return this.#push("text", this.#must(TEXT, "a text does not end").slice(1, -1));
    const word = this.#take(WORD);
    if (word !== null) return this.#push("word", word);
    if (sign === "/" && this.#isExpressionDue()) {
      return this.#push("text", this.#must(REGULAR_EXPRESSION, "a regular expression does not end").slice(0, 0));
    }
    this.#at += 1;
    if (sign === "(") this.#open.push(this.#isWordBefore(beforeCondition));
    if (sign === ")") this.#closedCondition = this.#open.pop() ?? false;
    this.#push("sign", sign);
  }

  #readTemplate(): void {
    this.#at += 1;
    const first = this.#take(TEMPLATE_PART) ?? "";
    let isPlain = true;
    while (this.source.startsWith("${", this.#at)) {
      isPlain = false;
      this.#at += 2;
      this.#push("sign", "(");
      this.readUntil("}");
      this.#push("sign", ")");
      this.#at += 1;
      this.#take(TEMPLATE_PART);
    }
    if (this.source.charAt(this.#at) !== "`") throw new UnreadableModule("a template does not end");
    this.#at += 1;
    if (isPlain) this.#push("text", first);
  }

  /**
   * Whether a slash here begins a regular expression. After a brace it may divide as well; taken for an expression that
   * does not end, it makes the module unreadable, while the other mistake would be silent.
   */
  #isExpressionDue(): boolean {
    const [last, before] = [this.tokens.at(-1), this.tokens.at(-2)];
    if (last === undefined || last.text === "}") return true;
    if (last.kind !== "sign") return this.#isWordBefore(beforeExpression);
    if (last.text === ")") return this.#closedCondition;
    const isStep = "+-".includes(last.text) && before?.kind === "sign" && before.text === last.text;
    return last.text !== "]" && !isStep;
  }

  #isWordBefore(words: ReadonlySet<string>): boolean {
    const [last, before] = [this.tokens.at(-1), this.tokens.at(-2)];
    return last?.kind === "word" && words.has(last.text) && before?.text !== ".";
  }

  #push(kind: Token["kind"], text: string): void {
    this.tokens.push({ kind, text });
  }

  #must(pattern: RegExp, otherwise: string): string {
    const found = this.#take(pattern);
    if (found === null) throw new UnreadableModule(otherwise);
    return found;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found === "" ? null : found;
  }
}
