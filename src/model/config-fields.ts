import { ModelRefused } from "./model-refused.js";

const NESTED = ["text_config", "llm_config", "language_config"];

type Fields = Readonly<Record<string, unknown>>;

/**
 * A config.json as one flat set of fields: those of its nested text model win over the outer ones, and `null` is "not
 * there". Readers take the spellings of one fact together, and refuse two that say different things.
 */
export class ConfigFields {
  private constructor(
    readonly model: string,
    private readonly fields: Fields,
  ) {}

  /** @throws ModelRefused for what is no JSON object, or has two nested text models. */
  static of(config: string | object, model: string): ConfigFields {
    const outer = typeof config === "string" ? parsed(config, model) : config;
    if (!isFields(outer)) throw new ModelRefused(model, { field: "config.json", value: outer, reason: "is no object" });
    const nested = NESTED.filter((name) => isFields(outer[name]));
    const [field, second] = nested;
    if (second !== undefined) {
      const reason = `${nested.join(" and ")} are both there, and one must be the text model`;
      throw new ModelRefused(model, { field: second, value: "an object", reason });
    }
    const inner = field === undefined ? {} : outer[field];
    return new ConfigFields(model, { ...withoutNulls(outer), ...(isFields(inner) ? withoutNulls(inner) : {}) });
  }

  declared(name: string): unknown {
    return this.fields[name];
  }

  /** A positive integer. */
  count(...spellings: readonly string[]): number | undefined {
    return this.read(spellings, "must be a positive integer", (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined,
    );
  }

  requiredCount(...spellings: readonly string[]): number {
    return this.count(...spellings) ?? this.missing(spellings);
  }

  /** Any number: a declared 0 is a value. */
  amount(...spellings: readonly string[]): number | undefined {
    return this.read(spellings, "must be a number", (value) => (typeof value === "number" ? value : undefined));
  }

  flag(...spellings: readonly string[]): boolean | undefined {
    return this.read(spellings, "must be true or false", (value) => (typeof value === "boolean" ? value : undefined));
  }

  text(...spellings: readonly string[]): string | undefined {
    return this.read(spellings, "must be a text", (value) => (typeof value === "string" ? value : undefined));
  }

  refuse(field: string, reason: string): never {
    throw new ModelRefused(this.model, { field, value: this.fields[field], reason });
  }

  private missing(spellings: readonly string[]): never {
    const [field = "", ...others] = spellings;
    return this.refuse(field, others.length === 0 ? "it is needed" : `it is needed (or ${others.join(", ")})`);
  }

  private read<T>(spellings: readonly string[], must: string, as: (value: unknown) => T | undefined): T | undefined {
    const found = spellings.filter((name) => this.fields[name] !== undefined);
    const [first, ...others] = found.map((name) => ({ name, value: as(this.fields[name]) ?? this.refuse(name, must) }));
    const differs = others.find(({ value }) => value !== first?.value);
    if (first !== undefined && differs !== undefined) {
      const values = `${first.name} ${String(first.value)} and ${differs.name} ${String(differs.value)}`;
      this.refuse(differs.name, `${values} are two spellings of one fact and differ`);
    }
    return first?.value;
  }
}

/** Python's `json` writes numbers that JSON has not; as texts they do no harm, and no reader takes them for a number. */
const PYTHON_NUMBER = /"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g;

function parsed(text: string, model: string): unknown {
  try {
    return JSON.parse(text.replace(PYTHON_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
  } catch (error) {
    const reason = `is no JSON (${error instanceof Error ? error.message : String(error)})`;
    throw new ModelRefused(model, { field: "config.json", value: text.slice(0, 40), reason });
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
